import { store, stored } from "./stored.ts";

/** The exchange page keeps the choice there as well. */
const storageKey = "tradespec-theme";

/** Puts the chosen theme on the page: the class `light` or `dark`, or none for the system's. */
export function applyTheme(): void {
  document.documentElement.className = stored(storageKey).replace("system", "");
}

/** Shows the choice in the header, and follows it from now on. */
export function setUpTheme(): void {
  const select = document.getElementById("portal-theme");
  if (!(select instanceof HTMLSelectElement)) return;
  const show = (): void => {
    select.value = stored(storageKey) || "system";
    applyTheme();
  };
  show();
  select.addEventListener("change", () => {
    store(storageKey, select.value);
    show();
  });
  addEventListener("storage", show);
}
