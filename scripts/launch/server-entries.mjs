import { existsSync } from "node:fs";
import { inRepository } from "./repository.mjs";

const NAMES = ["main", "reset", "worker", "admin", "reconcile", "calendar-reader"];

export const SERVER_OUTPUT = "apps/server/dist";

/** The server's entry points, as far as their source files exist. */
export function serverEntries() {
  return NAMES.map((name) => ({
    source: `apps/server/src/${name}.ts`,
    output: `${SERVER_OUTPUT}/${name}.js`,
  })).filter(({ source }) => existsSync(inRepository(source)));
}
