/** Under this name the page and the docs beside it keep the chosen theme. */
export const themeKey = "tradespec-theme";

/** A choice that the browser keeps; where it refuses to, the choice holds for this page. */
export function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is refused where cookies are.
  }
}
