/** Light, dark, or the system's theme; remembered by the browser. */

import { useEffect, useState } from "preact/hooks";

import { Select } from "./parts/select.tsx";
import { store, stored, themeKey } from "./stored.ts";

const themes = ["system", "light", "dark"] as const;

/** Dispatched on the window when the colours change. */
export const themeEvent = "themechange";

export function ThemeSwitch() {
  const [theme, setTheme] = useState(
    () => themes.find((one) => one === stored(themeKey)) ?? "system",
  );
  useEffect(() => {
    document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
    store(themeKey, theme);
    dispatchEvent(new Event(themeEvent));
  }, [theme]);
  return (
    <Select class="plain" aria-label="Theme" values={themes} value={theme} onChange={setTheme} />
  );
}
