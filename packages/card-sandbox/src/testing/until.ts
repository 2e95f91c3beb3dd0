import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MILLISECONDS = 20_000;

export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!isSo()) {
    if (Date.now() > end) throw new Error("Waited in vain");
    await sleep(10);
  }
}
