import { newKey } from "../../lib/new-key.ts";
import type { SafeStorage } from "../../lib/safe-storage.ts";

/** One try to book something. As long as it is the same, the server makes one booking of it. */
export type Attempt = {
  id: string;
  /** What was wanted; anything else is another try. */
  wish: string;
  /** Once the server has answered. */
  bookingId: string | null;
};

const keyOf = (place: string): string => `nx_checkout_attempt:${place}`;

/** The try that this tab is at; a reload does not end it. */
export function currentAttempt(memory: SafeStorage, place: string): Attempt | null {
  try {
    const attempt = JSON.parse(memory.get(keyOf(place)) ?? "null") as Partial<Attempt> | null;
    if (typeof attempt?.id !== "string" || typeof attempt.wish !== "string") return null;
    return { id: attempt.id, wish: attempt.wish, bookingId: attempt.bookingId ?? null };
  } catch {
    return null;
  }
}

/** The same try again for the same wish, which the first answer may have been lost of; else a new one. */
export function attemptFor(memory: SafeStorage, place: string, wish: string): Attempt {
  const current = currentAttempt(memory, place);
  if (current?.wish === wish) return current;
  const attempt = { id: asUuid(newKey()), wish, bookingId: null };
  memory.set(keyOf(place), JSON.stringify(attempt));
  return attempt;
}

export const rememberBooking = (memory: SafeStorage, place: string, attempt: Attempt, bookingId: string): void =>
  memory.set(keyOf(place), JSON.stringify({ ...attempt, bookingId }));

export const forgetAttempt = (memory: SafeStorage, place: string): void => memory.remove(keyOf(place));

/** As the fourth version of an id is written: all of it but two digits is random. */
const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
