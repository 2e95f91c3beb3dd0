import { ownPath } from "./own-path.ts";
import { withQuery } from "./with-query.ts";

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
