import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** @param {string} path */
export const inRepository = (path) => join(ROOT, path);

/** @param {string} name */
export const toolPath = (name) => inRepository(`node_modules/.bin/${name}`);

/** The folders of all npm workspaces, such as `packages/domain`. */
export function workspaceFolders() {
  return ["packages", "apps"].flatMap((parent) =>
    readdirSync(inRepository(parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`)
      .sort(),
  );
}

const NAMES = ["main", "reset", "worker", "admin", "reconcile", "calendar-reader"];

export const SERVER_OUTPUT = "apps/server/dist";

/** The server's entry points, as far as their source files exist. */
export function serverEntries() {
  return NAMES.map((name) => ({
    source: `apps/server/src/${name}.ts`,
    output: `${SERVER_OUTPUT}/${name}.js`,
  })).filter(({ source }) => existsSync(inRepository(source)));
}
