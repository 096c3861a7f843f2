/** The theme switch and the language links, which every page has. */
export function wirePage(): void {
  const theme = document.querySelector<HTMLSelectElement>("#theme");
  if (!theme) return;
  theme.value = document.documentElement.dataset["theme"] ?? "auto";
  theme.addEventListener("change", () => {
    const root = document.documentElement;
    if (theme.value === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = theme.value;
    try {
      if (theme.value === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", theme.value);
    } catch {
      // The choice then lasts as long as the page.
    }
  });
}

/** Makes the language links lead to the same state. */
export function carryFragment(fragment: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) link.hash = fragment;
}
