import { isOwnPath } from "@nexby/domain/kernel/site";
import { sessionMemory } from "./browser/storage.ts";

/** A path of this site, or null: what an address brings along may name any other. */
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

/** Where somebody wanted to go who has to complete their profile first. */
export const saveReturnPath = (path: string): void => sessionMemory.set(STORAGE_KEY, path);

export const returnPath = (): string | null => ownPath(sessionMemory.get(STORAGE_KEY));

export const clearReturnPath = (): void => sessionMemory.remove(STORAGE_KEY);

/** A path with what is given of a query. */
export function withQuery<Path extends string>(
  path: Path,
  query: Record<string, string | null>,
): Path | `${Path}?${string}` {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** What follows in an address may name people or hold secrets: none of it belongs into a log. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, "");

const kept = new Map<string, string>();

/**
 * A mailed secret comes in the fragment, which browsers send to no server. It leaves the address bar, and with it the
 * history, as soon as it is read.
 */
export function takeFragmentSecret(name: string): string | null {
  const secret = new URLSearchParams(location.hash.slice(1)).get(name);
  if (secret) {
    kept.set(name, secret);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return kept.get(name) ?? null;
}

/** Only what the page shows depends on it; what an administrator may do is the server's decision. */
export const isAdminRoute = (path: string): boolean => path.includes("admin");
