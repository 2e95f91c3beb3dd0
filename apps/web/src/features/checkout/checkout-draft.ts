import type { SafeStorage } from "../../lib/safe-storage.ts";

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

const keyOf = (place: string): string => `nx_checkout_draft:${place}`;

export function readDraft(memory: SafeStorage, place: string): CheckoutDraft {
  try {
    const stored = JSON.parse(memory.get(keyOf(place)) ?? "{}") as Record<string, unknown>;
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
  memory.set(keyOf(place), JSON.stringify(draft));

export const forgetDraft = (memory: SafeStorage, place: string): void => memory.remove(keyOf(place));
