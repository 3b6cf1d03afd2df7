/** Light, dark, or the system's theme; remembered by the browser. */

import { useEffect, useState } from "preact/hooks";

import { Select } from "./parts/select.tsx";

const themes = ["system", "light", "dark"] as const;

type Theme = (typeof themes)[number];

const storageKey = "tradespec-theme";

/** Dispatched on the window when the colours change. */
export const themeEvent = "themechange";

export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
    remember(theme);
    dispatchEvent(new Event(themeEvent));
  }, [theme]);
  return (
    <Select class="plain" aria-label="Theme" values={themes} value={theme} onChange={setTheme} />
  );
}

function readTheme(): Theme {
  // Storage is refused where cookies are.
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((one) => one === stored) ?? "system";
  } catch {
    return "system";
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // The choice lasts until the page is closed.
  }
}
