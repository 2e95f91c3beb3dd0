import { setTimeout as sleep } from "node:timers/promises";
import { type LaunchedServer, launchServer, type ServerSite } from "./launch-server.ts";
import { lastLines, readLogSince } from "./server-log.ts";

const MOST_RESTARTS = 5;
const WITHIN_MS = 60_000;
const FIRST_DELAY_MS = 100;

/**
 * Restarts a server that ends by itself, on the same port so that connection pools find it again.
 * Returns once it ended because `ending` was aborted; throws when it keeps failing.
 */
export async function keepRunning(site: ServerSite, first: LaunchedServer, ending: AbortSignal): Promise<void> {
  const { port } = first;
  let restarts: number[] = [];
  let outcome = await first.exited;
  while (!ending.aborted) {
    restarts = restarts.filter((at) => at > Date.now() - WITHIN_MS);
    if (restarts.length >= MOST_RESTARTS) throw giveUp(site, outcome);
    site.log(`The database server ended by itself (${outcome}); starting it again.`);
    // An abort cuts the wait short, and the loop ends.
    await sleep(FIRST_DELAY_MS * 2 ** restarts.length, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) return;
    restarts.push(Date.now());
    outcome = await runAgain(site, port, ending);
  }
}

async function runAgain(site: ServerSite, port: number, ending: AbortSignal): Promise<string> {
  try {
    const { exited } = await launchServer(site, () => port, ending);
    if (!ending.aborted) site.log("The database server is back.");
    return await exited;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function giveUp(site: ServerSite, outcome: string): Error {
  return new Error(
    `The database server ended ${MOST_RESTARTS + 1} times within a minute, at last with: ${outcome}. ` +
      `The last lines of ${site.logFile}:\n${lastLines(readLogSince(site.logFile, 0))}`,
  );
}
