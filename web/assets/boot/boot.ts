// Runs before the first paint: the stored theme must not flash, and neither must the example when the address or
// this tab's memory holds another text.
const root = document.documentElement;
root.dataset["script"] = "";
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  if (/^#([0-9]+|example):/.test(location.hash) || sessionStorage.getItem("tab")) {
    root.dataset["restoring"] = "text";
    // Should the page's own script not come, the example is better than nothing.
    setTimeout(() => delete root.dataset["restoring"], 4000);
  }
} catch {
  // Without storage there is nothing to restore.
}

document.addEventListener("DOMContentLoaded", () => {
  const select = document.querySelector<HTMLSelectElement>("#theme");
  if (!select) return;
  select.value = root.dataset["theme"] ?? "auto";
  select.addEventListener("change", () => {
    if (select.value === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = select.value;
    try {
      if (select.value === "auto") localStorage.removeItem("theme");
      else localStorage.setItem("theme", select.value);
    } catch {
      // The choice then lasts as long as the page.
    }
  });
});
