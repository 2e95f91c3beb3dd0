import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, from the sources and from the bundle alike. */
export const projectRoot = (() => {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, "package-lock.json"))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error("Nexby's files are incomplete: package-lock.json was not found.");
    directory = parent;
  }
  return directory;
})();
