const LONGEST = 2000;
/** A place that no request can name, so that whatever leads elsewhere shows. */
const SITE = "http://own.invalid";

/** One slash, not two, and not the backslash that browsers take for one. */
const LEADS_AWAY = /^(?!\/)|^\/[/\\]/;
const CONTROL = /\p{Cc}/u;
/** Answers for programs and the identity provider's own pages are no places to go on to. */
const NO_PAGE = /^\/(api|oidc)(\/|\?|#|$)/i;

const isSuspect = (text: string) => LEADS_AWAY.test(text) || CONTROL.test(text);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * A page of our own site that somebody else named: where to go on after signing in. Whatever could lead elsewhere, now
 * or after being decoded once more on its way, becomes the fallback. The result is ASCII, ready for a header.
 */
export function ownPath(asked: unknown, fallback: string): string {
  if (typeof asked !== "string" || asked.length > LONGEST || isSuspect(asked)) return fallback;
  const plain = decoded(asked);
  if (plain === null || isSuspect(plain) || !URL.canParse(asked, SITE)) return fallback;
  const { origin, pathname, search, hash } = new URL(asked, SITE);
  const path = pathname + search + hash;
  return origin !== SITE || isSuspect(path) || NO_PAGE.test(path) ? fallback : path;
}
