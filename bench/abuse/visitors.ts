import { Agent, get } from "node:http";
import { percentile } from "../search/percentiles.ts";

const EVERY_MS = 40;

export type Figures = { health: number; search: number };

/**
 * Other people's health checks and searches, begun at fixed times whether earlier ones were answered or not. Returns
 * the 99th percentile of each.
 */
export async function visit(origin: string, during: Promise<unknown>): Promise<Figures> {
  const agent = new Agent({ keepAlive: true });
  const times: Record<keyof Figures, number[]> = { health: [], search: [] };
  const failures: string[] = [];
  const pending: Promise<void>[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  during.then(end, end);
  const send = (name: keyof Figures, path: string, address: string) =>
    new Promise<void>((resolve) => {
      const startedAt = performance.now();
      const done = (failure?: string) => {
        times[name].push(performance.now() - startedAt);
        if (failure) failures.push(failure);
        resolve();
      };
      get(origin + path, { agent, headers: { "x-forwarded-for": address } }, (response) => {
        const { statusCode } = response;
        response.resume().on("end", () => done(statusCode === 200 ? undefined : `${path}: ${statusCode}`));
      }).on("error", (error) => done(`${path}: ${error.message}`));
    });
  for (let number = 0; !isOver; number += 1) {
    const address = `198.51.100.${number % 250}`;
    pending.push(send("health", "/api/health", address));
    pending.push(send("search", "/api/items?search=bike&latitude=40.73&longitude=-74.26", address));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await Promise.all(pending);
  agent.destroy();
  if (failures.length > 0) throw new Error(`${failures.length} requests of others failed: ${failures[0]}`);
  return { health: percentile(times.health, 99), search: percentile(times.search, 99) };
}
