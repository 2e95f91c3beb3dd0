import type { SafeStorage } from "./safe-storage.ts";

const STORAGE_KEY = "auth_token";
const PARAMETER = "auth_token";

/** What a header can carry. Anything else would make every later request fail. */
const TOKEN = /^[\w.~+/=-]{1,4096}$/;

export function storedToken(storage: SafeStorage): string | null {
  const token = storage.get(STORAGE_KEY);
  return token && TOKEN.test(token) ? token : null;
}

export const forgetToken = (storage: SafeStorage): void => storage.remove(STORAGE_KEY);

type Page = {
  location: Pick<Location, "pathname" | "search" | "hash">;
  history: Pick<History, "state" | "replaceState">;
};

/** Takes the token out of the address and keeps it. If it is true, who is signed in must be asked anew. */
export function takeTokenFromAddress({ location, history }: Page, storage: SafeStorage): boolean {
  const token = new URLSearchParams(location.search).get(PARAMETER);
  if (token === null) return false;
  history.replaceState(history.state, "", location.pathname + withoutToken(location.search) + location.hash);
  if (!TOKEN.test(token)) return false;
  storage.set(STORAGE_KEY, token);
  return true;
}

/** The other parameters stay as they are written. */
function withoutToken(search: string): string {
  const others = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !new URLSearchParams(part).has(PARAMETER));
  return others.length > 0 ? `?${others.join("&")}` : "";
}
