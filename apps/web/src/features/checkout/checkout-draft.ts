import { useState } from "react";
import { newKey } from "../../lib/browser/intents.ts";
import { type SafeStorage, sessionMemory } from "../../lib/browser/storage.ts";

/** Checkout input that isn't in the URL. It survives a reload and a sign-in. */
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

const draftKey = (scope: string): string => `nx_checkout_draft:${scope}`;

export function readDraft(memory: SafeStorage, scope: string): CheckoutDraft {
  try {
    const stored = JSON.parse(memory.get(draftKey(scope)) ?? "{}") as Record<string, unknown>;
    const entries = Object.entries(NO_DRAFT).map(([name, value]) => [
      name,
      typeof stored[name] === typeof value ? stored[name] : value,
    ]);
    return Object.fromEntries(entries) as CheckoutDraft;
  } catch {
    return NO_DRAFT;
  }
}

export const keepDraft = (memory: SafeStorage, scope: string, draft: CheckoutDraft): void =>
  memory.set(draftKey(scope), JSON.stringify(draft));

export const clearDraft = (memory: SafeStorage, scope: string): void => memory.remove(draftKey(scope));

export function useCheckoutDraft(scope: string) {
  const [draft, setDraft] = useState(() => readDraft(sessionMemory, scope));
  const changeDraft = (changes: Partial<CheckoutDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    keepDraft(sessionMemory, scope, changed);
  };
  return { draft, changeDraft };
}

/** A booking attempt. The server creates at most one booking per attempt id. */
export type Attempt = {
  id: string;
  /** The serialized request; a different request starts a new attempt. */
  request: string;
  /** Set once the server has responded. */
  bookingId: string | null;
};

const attemptKey = (scope: string): string => `nx_checkout_attempt:${scope}`;

/** This tab's attempt, which survives a reload. */
export function currentAttempt(memory: SafeStorage, scope: string): Attempt | null {
  try {
    const attempt = JSON.parse(memory.get(attemptKey(scope)) ?? "null") as Partial<Attempt> | null;
    if (typeof attempt?.id !== "string" || typeof attempt.request !== "string") return null;
    return { id: attempt.id, request: attempt.request, bookingId: attempt.bookingId ?? null };
  } catch {
    return null;
  }
}

/** Reuses the attempt for the same request, because the first response may have been lost. */
export function attemptFor(memory: SafeStorage, scope: string, request: string): Attempt {
  const current = currentAttempt(memory, scope);
  if (current?.request === request) return current;
  const attempt = { id: asUuid(newKey()), request, bookingId: null };
  memory.set(attemptKey(scope), JSON.stringify(attempt));
  return attempt;
}

export const rememberBooking = (memory: SafeStorage, scope: string, attempt: Attempt, bookingId: string): void =>
  memory.set(attemptKey(scope), JSON.stringify({ ...attempt, bookingId }));

export const clearAttempt = (memory: SafeStorage, scope: string): void => memory.remove(attemptKey(scope));

/** Formats random hex as a version 4 UUID. */
const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
