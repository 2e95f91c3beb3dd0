const SOME_ORIGIN = "https://own.invalid";

/** A path of this site, or null: what an address brings along may name any other. */
export function ownPath(path: string | null | undefined): string | null {
  if (!path || !/^\/(?![/\\])/.test(path) || !URL.canParse(path, SOME_ORIGIN)) return null;
  // Browsers drop tabs and line breaks, after which "/\t/elsewhere" would be another site's.
  const { origin, pathname, search, hash } = new URL(path, SOME_ORIGIN);
  return origin === SOME_ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : null;
}
