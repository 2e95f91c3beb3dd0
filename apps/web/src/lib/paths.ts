import { isOwnPath } from "@nexby/domain/kernel/site";
import { sessionMemory } from "./browser/storage.ts";

/** A path of this site, or null: a path from a URL may lead anywhere. */
export const ownPath = (path: string | null | undefined): string | null => (path && isOwnPath(path) ? path : null);

const AUTH_MODES = ["choice", "signup", "signin", "forgot", "reset", "link"] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

const isAuthMode = (text: string | null): text is AuthMode => AUTH_MODES.some((mode) => mode === text);

export const authPath = (mode: AuthMode, returnTo: string | null): string =>
  withQuery("/auth", { mode: mode === "choice" ? null : mode, returnTo: ownPath(returnTo) });

export const loginPath = (returnTo: string | null): string => withQuery("/api/login", { returnTo: ownPath(returnTo) });

export function readAuthSearch(search: string): { mode: AuthMode; returnTo: string | null; error: string | null } {
  const params = new URLSearchParams(search);
  const mode = params.get("mode");
  return {
    mode: isAuthMode(mode) ? mode : "choice",
    returnTo: ownPath(params.get("returnTo")),
    error: params.get("error"),
  };
}

const STORAGE_KEY = "nx_way_back";

/** With a user's id: the key of what they wanted to book before their approval (`approval-memory.ts`). */
export const AFTER_APPROVAL = "nx_approved:";

/** Destination of a user who has to complete their profile first. */
export const saveReturnPath = (path: string): void => sessionMemory.set(STORAGE_KEY, path);

export const returnPath = (): string | null => ownPath(sessionMemory.get(STORAGE_KEY));

export const clearReturnPath = (): void => sessionMemory.remove(STORAGE_KEY);

/** Adds the non-empty parameters to a path. */
export function withQuery<Path extends string>(
  path: Path,
  query: Record<string, string | null>,
): Path | `${Path}?${string}` {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** The query and the fragment may name users or contain secrets, so they must not be logged. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*/s, "");

const secrets = new Map<string, string>();

/**
 * A mailed secret comes in the fragment, which browsers send to no server. It is removed from the address bar, and
 * thus from the history, as soon as it is read.
 */
export function takeFragmentSecret(name: string): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get(name);
  if (secret) {
    secrets.set(name, secret);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return secrets.get(name) ?? null;
}

/** Affects only what the page shows; the server decides what an admin may do. */
export const isAdminRoute = (path: string): boolean => path.includes("admin");
