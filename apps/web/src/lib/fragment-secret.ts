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
