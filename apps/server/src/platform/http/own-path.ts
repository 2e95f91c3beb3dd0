import { isOwnPath } from "@nexby/domain/kernel/own-path";

const SITE = "http://own.invalid";

/** Answers for programs and the identity provider's own pages are no places to go on to. */
const NO_PAGE = /^\/(api|oidc)(\/|\?|#|$)/i;

/** A page of our own site that somebody else named, else the fallback. The result is ASCII, ready for a header. */
export function ownPath(asked: unknown, fallback: string): string {
  if (typeof asked !== "string" || !isOwnPath(asked) || !URL.canParse(asked, SITE)) return fallback;
  const { pathname, search, hash } = new URL(asked, SITE);
  const path = pathname + search + hash;
  return NO_PAGE.test(path) ? fallback : path;
}
