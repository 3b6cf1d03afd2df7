/** The exchange page keeps the choice there as well. */
const storageKey = "tradespec-theme";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** Puts the chosen theme on the page: the class `light` or `dark`. */
export function applyTheme(): void {
  const chosen = chosenTheme();
  const shown = chosen === "system" ? (prefersDark.matches ? "dark" : "light") : chosen;
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  classList.add(shown);
}

/** Shows the choice in the header, and follows it and the system from now on. */
export function setUpTheme(): void {
  const select = document.getElementById("portal-theme");
  if (!(select instanceof HTMLSelectElement)) return;
  select.value = chosenTheme();
  select.addEventListener("change", () => {
    remember(select.value);
    applyTheme();
  });
  prefersDark.addEventListener("change", applyTheme);
  addEventListener("storage", () => {
    select.value = chosenTheme();
    applyTheme();
  });
}

function chosenTheme(): string {
  // Storage is refused where cookies are.
  try {
    const theme = localStorage.getItem(storageKey) ?? "";
    return ["light", "dark"].includes(theme) ? theme : "system";
  } catch {
    return "system";
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // The choice holds for this page.
  }
}
