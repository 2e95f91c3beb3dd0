import { waitForLock } from "../../packages/process-lock/src/process-lock.mjs";
import { inRepository } from "./repository.mjs";

/**
 * Does the work unless it is already done. Of two concurrent launchers, the second waits and then finds it done.
 * @param {{ lock: string, purpose: string, isDone: () => boolean, work: () => Promise<void> }} task
 */
export async function onceUnderLock({ lock, purpose, isDone, work }) {
  if (isDone()) return;
  const held = await waitForLock(inRepository(lock), purpose, {
    onWait: (holder) => console.log(`Waiting for another process (${holder.pid}), which is ${holder.purpose}.`),
  });
  try {
    if (!isDone()) await work();
  } finally {
    held.release();
  }
}
