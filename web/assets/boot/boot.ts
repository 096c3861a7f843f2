// Runs before the first paint: the stored theme must not flash, and neither must the example when the address or
// this tab's memory holds another text.
const root = document.documentElement;
root.dataset["script"] = "";
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  if (/^#([0-9]+|example):/.test(location.hash) || sessionStorage.getItem("tab")) root.dataset["restoring"] = "";
} catch {
  // Without storage there is nothing to restore.
}
