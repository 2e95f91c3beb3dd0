export const APPEARANCES = ["system", "light", "dark"] as const;
export type Appearance = (typeof APPEARANCES)[number];

// Both are repeated in the inline script of index.html, which runs before any module.
export const STORAGE_KEY = "nexby-appearance";
const THEME_COLORS = { light: "#ffffff", dark: "#151b19" };

function isAppearance(value: unknown): value is Appearance {
  return APPEARANCES.some((appearance) => appearance === value);
}

export function storedAppearance(): Appearance {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isAppearance(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

function show(): void {
  const chosen = storedAppearance();
  const isDark = chosen === "dark" || (chosen === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", isDark);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", isDark ? THEME_COLORS.dark : THEME_COLORS.light);
}

/** Follows the system's setting and choices, also those made in other tabs. */
export function followAppearance(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("storage", show);
}
