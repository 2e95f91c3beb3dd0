import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { type SafeStorage, sessionMemory } from "./browser/storage.ts";

const STATE_KEY = "nx_auth_state";
const VALID_MS = 5 * 60_000;

/** Signed-in user from a server response or from storage; null if the record is not valid. */
export function userIn(value: unknown): CurrentUserView | null {
  if (typeof value !== "object" || value === null) return null;
  const { sub, ...record } = value as Record<string, unknown>;
  // Sign-in providers call the id "sub".
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

/** User who was signed in less than five minutes ago, and the time of that check; null if unknown. */
export function readAuthState(storage: SafeStorage, now: number): { user: CurrentUserView; checkedAt: number } | null {
  const { user: stored, checkedAt } = parsed(storage.get(STATE_KEY));
  const user = userIn(stored);
  if (!user || typeof checkedAt !== "number") return null;
  // A check in the future was made before the clock was set, so its age is unknown.
  const age = now - checkedAt;
  return age >= 0 && age < VALID_MS ? { user, checkedAt } : null;
}

/** The user whom the server last confirmed for this page. Stays when the session ends, so that they can sign in again. */
export const lastSeen: { user: CurrentUserView | null } = { user: null };

export function storeAuthState(storage: SafeStorage, user: CurrentUserView, now: number): void {
  lastSeen.user = user;
  storage.set(STATE_KEY, JSON.stringify({ user, checkedAt: now }));
}

export const clearAuthState = (storage: SafeStorage): void => storage.remove(STATE_KEY);

function parsed(stored: string | null): { user?: unknown; checkedAt?: unknown } {
  try {
    return JSON.parse(stored ?? "null") ?? {};
  } catch {
    return {};
  }
}

const TOKEN_KEY = "auth_token";
const PARAMETER = "auth_token";

/** Characters that a header can carry. Anything else would make every later request fail. */
const TOKEN = /^[\w.~+/=-]{1,4096}$/;

export function storedToken(storage: SafeStorage): string | null {
  const token = storage.get(TOKEN_KEY);
  return token && TOKEN.test(token) ? token : null;
}

export const clearToken = (storage: SafeStorage): void => storage.remove(TOKEN_KEY);

type Page = {
  location: Pick<Location, "pathname" | "search" | "hash">;
  history: Pick<History, "state" | "replaceState">;
};

/** Moves the token from the URL to the storage. Returns true if the current user must be requested again. */
export function takeTokenFromAddress({ location, history }: Page, storage: SafeStorage): boolean {
  const token = new URLSearchParams(location.search).get(PARAMETER);
  if (token === null) return false;
  history.replaceState(history.state, "", location.pathname + withoutToken(location.search) + location.hash);
  if (!TOKEN.test(token)) return false;
  storage.set(TOKEN_KEY, token);
  return true;
}

/** Leaves the other parameters as written. */
function withoutToken(search: string): string {
  const others = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !new URLSearchParams(part).has(PARAMETER));
  return others.length > 0 ? `?${others.join("&")}` : "";
}

/** Removes what this tab has stored about the user after the session has ended. */
export function clearStoredSession(): void {
  clearAuthState(sessionMemory);
  clearToken(sessionMemory);
}
