import { useSyncExternalStore } from "react";

export const APPEARANCES = ["system", "light", "dark"] as const;
export type Appearance = (typeof APPEARANCES)[number];

// Both are repeated in the inline script of index.html, which runs before any module.
const STORAGE_KEY = "nexby-appearance";
const THEME_COLORS = { light: "#ffffff", dark: "#151b19" };

const listeners = new Set<() => void>();

function isAppearance(value: unknown): value is Appearance {
  return APPEARANCES.some((appearance) => appearance === value);
}

function storedAppearance(): Appearance {
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
  for (const listener of listeners) listener();
}

export function chooseAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(STORAGE_KEY, appearance);
  } catch {
    // Storage is off, so the choice cannot be saved.
  }
  show();
}

/** Follows the system's setting and choices made in other tabs. */
export function followAppearance(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  addEventListener("storage", show);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, storedAppearance, () => "system");
}
