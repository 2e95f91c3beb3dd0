const CHANNEL = "nx_signed_in";

/** Where a sign-in window ends. It tells the page that opened it, and closes. */
export const SIGNED_IN_WINDOW = "/auth?window=close";

export const isSignedInWindow = (search: string): boolean => new URLSearchParams(search).get("window") === "close";

/** A window that another site has shown may have lost its opener, so it tells every page of this browser. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Returns a function that stops listening. */
export function followSignIns(onSignedIn: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onSignedIn;
  return () => channel.close();
}
