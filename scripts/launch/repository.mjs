import { readdirSync } from "node:fs";
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
