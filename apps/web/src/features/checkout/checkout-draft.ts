import { useState } from "react";
import { type SafeStorage, sessionMemory } from "../../lib/browser/storage.ts";
import { newKey } from "../../lib/format.ts";

/** What is written at checkout and stands in no address. It survives a reload and a sign-in. */
export type CheckoutDraft = {
  pickupTime: string;
  dropoffTime: string;
  isPickupFlexible: boolean;
  isDropoffFlexible: boolean;
  meetupPlace: string;
  message: string;
};

export const NO_DRAFT: CheckoutDraft = {
  pickupTime: "",
  dropoffTime: "",
  isPickupFlexible: false,
  isDropoffFlexible: false,
  meetupPlace: "",
  message: "",
};

const draftKey = (place: string): string => `nx_checkout_draft:${place}`;

export function readDraft(memory: SafeStorage, place: string): CheckoutDraft {
  try {
    const stored = JSON.parse(memory.get(draftKey(place)) ?? "{}") as Record<string, unknown>;
    const known = Object.entries(NO_DRAFT).map(([name, value]) => [
      name,
      typeof stored[name] === typeof value ? stored[name] : value,
    ]);
    return Object.fromEntries(known) as CheckoutDraft;
  } catch {
    return NO_DRAFT;
  }
}

export const keepDraft = (memory: SafeStorage, place: string, draft: CheckoutDraft): void =>
  memory.set(draftKey(place), JSON.stringify(draft));

export const clearDraft = (memory: SafeStorage, place: string): void => memory.remove(draftKey(place));

export function useCheckoutDraft(place: string) {
  const [draft, setDraft] = useState(() => readDraft(sessionMemory, place));
  const change = (changes: Partial<CheckoutDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    keepDraft(sessionMemory, place, changed);
  };
  return { draft, change };
}

/** One try to book something. As long as it is the same, the server makes one booking of it. */
export type Attempt = {
  id: string;
  /** What was wanted; anything else is another try. */
  wish: string;
  /** Once the server has answered. */
  bookingId: string | null;
};

const attemptKey = (place: string): string => `nx_checkout_attempt:${place}`;

/** The try that this tab is at; a reload does not end it. */
export function currentAttempt(memory: SafeStorage, place: string): Attempt | null {
  try {
    const attempt = JSON.parse(memory.get(attemptKey(place)) ?? "null") as Partial<Attempt> | null;
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
  memory.set(attemptKey(place), JSON.stringify(attempt));
  return attempt;
}

export const rememberBooking = (memory: SafeStorage, place: string, attempt: Attempt, bookingId: string): void =>
  memory.set(attemptKey(place), JSON.stringify({ ...attempt, bookingId }));

export const clearAttempt = (memory: SafeStorage, place: string): void => memory.remove(attemptKey(place));

/** As the fourth version of an id is written: all of it but two digits is random. */
const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
