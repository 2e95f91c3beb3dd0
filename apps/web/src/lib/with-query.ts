/** A path with what is given of a query. */
export function withQuery<Path extends string>(
  path: Path,
  query: Record<string, string | null>,
): Path | `${Path}?${string}` {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
