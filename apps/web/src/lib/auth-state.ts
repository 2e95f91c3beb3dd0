import type { CurrentUserView } from "@nexby/contract/accounts";
import type { SafeStorage } from "./safe-storage.ts";

const STORAGE_KEY = "nx_auth_state";
const VALID_MS = 5 * 60_000;

/** Who is signed in, from what the server answered or what was stored; null if it is nobody's record. */
export function userIn(value: unknown): CurrentUserView | null {
  if (typeof value !== "object" || value === null) return null;
  const { sub, ...record } = value as Record<string, unknown>;
  // Identity providers call it "sub".
  const id = record.id ?? sub;
  if (typeof id !== "string" || id === "" || typeof record.email !== "string") return null;
  const text = (field: unknown) => (typeof field === "string" ? field : null);
  return {
    id,
    email: record.email,
    firstName: text(record.firstName),
    lastName: text(record.lastName),
    phoneNumber: text(record.phoneNumber),
    city: text(record.city),
    state: text(record.state),
    profileImageUrl: text(record.profileImageUrl),
    termsAcceptedAt: text(record.termsAcceptedAt),
    isAdmin: record.isAdmin === true,
    isApproved: record.isApproved === true,
  };
}

/** Who was signed in less than five minutes ago, and when that was asked; null if it is not known. */
export function readAuthState(storage: SafeStorage, now: number): { user: CurrentUserView; checkedAt: number } | null {
  const { user: stored, checkedAt } = parsed(storage.get(STORAGE_KEY));
  const user = userIn(stored);
  if (!user || typeof checkedAt !== "number") return null;
  // A check in the future was made before the clock was set: nobody knows how old it is.
  const age = now - checkedAt;
  return age >= 0 && age < VALID_MS ? { user, checkedAt } : null;
}

export const keepAuthState = (storage: SafeStorage, user: CurrentUserView, now: number): void =>
  storage.set(STORAGE_KEY, JSON.stringify({ user, checkedAt: now }));

export const forgetAuthState = (storage: SafeStorage): void => storage.remove(STORAGE_KEY);

function parsed(stored: string | null): { user?: unknown; checkedAt?: unknown } {
  try {
    return JSON.parse(stored ?? "null") ?? {};
  } catch {
    return {};
  }
}
