import { availableParallelism } from "node:os";
import { createTurns } from "../process/turns.ts";

/** Half of the machine at most; the other half answers requests. Those who wait hold a file each in memory. */
export const inImageTurn = createTurns({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  mostWaiting: 24,
});
