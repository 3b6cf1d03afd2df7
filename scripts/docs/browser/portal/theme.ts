import { store, stored, themeKey } from "../../../../sandbox/page/stored.ts";

/** Puts the chosen theme on the page: the class `light` or `dark`, or none for the system's. */
export function applyTheme(): void {
  document.documentElement.className = stored(themeKey).replace("system", "");
}

/** Shows the choice in the header, and follows it from now on. */
export function setUpTheme(): void {
  const select = document.getElementById("portal-theme");
  if (!(select instanceof HTMLSelectElement)) return;
  const show = (): void => {
    select.value = stored(themeKey) || "system";
    applyTheme();
  };
  show();
  select.addEventListener("change", () => {
    store(themeKey, select.value);
    show();
  });
  addEventListener("storage", show);
}
