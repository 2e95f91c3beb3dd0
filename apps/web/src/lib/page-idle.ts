const LONGEST_WAIT_MS = 3_000;
const WAIT_ELSEWHERE_MS = 500;

/** Resolves once the page is loaded and has nothing to do: the time for what nobody waits for. */
export async function pageIdle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  await new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: LONGEST_WAIT_MS });
    // Not every browser says so.
    else setTimeout(resolve, WAIT_ELSEWHERE_MS);
  });
}
