import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MILLISECONDS = 20_000;

export async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + TIMEOUT_MILLISECONDS;
  while (!condition()) {
    if (Date.now() > end) throw new Error("Timed out waiting for a condition");
    await sleep(10);
  }
}
