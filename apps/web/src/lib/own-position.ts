import type { Position } from "@nexby/domain/kernel/distance";

const LONGEST_MS = 10_000;

const REASONS: Record<number, string> = {
  1: "Your browser keeps your position to itself. Allow it in the browser's settings, or type your ZIP.",
  2: "Your position could not be found. Please type your ZIP.",
  3: "Finding your position took too long. Please try again, or type your ZIP.",
};

/** Asks the browser, and the browser asks the person. Rejects with a sentence for them. */
export function askForPosition(): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator)) {
      reject(new Error(REASONS[2]));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new Error(REASONS[code] ?? REASONS[2])),
      { timeout: LONGEST_MS },
    );
  });
}
