import { store, stored } from "./stored.ts";

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
    store(storageKey, select.value);
    applyTheme();
  });
  prefersDark.addEventListener("change", applyTheme);
  addEventListener("storage", () => {
    select.value = chosenTheme();
    applyTheme();
  });
}

function chosenTheme(): string {
  const theme = stored(storageKey);
  return ["light", "dark"].includes(theme) ? theme : "system";
}
