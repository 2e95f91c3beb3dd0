/** Long enough to have seen the page, short enough not to be in the middle of something. */
const QUIET_MS = 2_000;
const ACTIVITY = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Calls back once nobody has done anything with the page for a moment; never, once somebody has: whoever found their way
 * is not interrupted. The returned function ends it.
 */
export function whenLeftAlone(onQuiet: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const type of ACTIVITY) removeEventListener(type, stop, { capture: true });
  };
  const timer = setTimeout(() => {
    stop();
    onQuiet();
  }, QUIET_MS);
  for (const type of ACTIVITY) addEventListener(type, stop, { capture: true, passive: true });
  return stop;
}
