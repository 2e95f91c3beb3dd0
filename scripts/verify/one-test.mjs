import { existsSync } from "node:fs";
import { ReadableError } from "../launch/command-line.mjs";
import { inRepository, toolPath } from "../launch/repository.mjs";

const USAGE = "Usage: npm run test:one -- PATH [-t TITLE]";

/**
 * The runner's command for one test file, as its tier needs it. A spec runs in a browser, against the built product.
 * @param {string[]} given `PATH`, then options for the runner; `-t TITLE` works for all
 * @returns {{ command: string[], isInBrowser: boolean }}
 */
export function oneTestCommand([path, ...options]) {
  if (!path) throw new ReadableError(USAGE);
  const file = path.replace(/^\.\//, "");
  if (!existsSync(inRepository(file))) throw new ReadableError(`There is no file ${file}. ${USAGE}`);
  if (/^e2e\/.+\.spec\.ts$/.test(file)) {
    const asPlaywright = options.map((option) => (option === "-t" ? "--grep" : option));
    return { command: [toolPath("playwright"), "test", file, ...asPlaywright], isInBrowser: true };
  }
  const project = projectOf(file);
  if (!project) throw new ReadableError(`${file} is not a test file. ${USAGE}`);
  return { command: [toolPath("vitest"), "run", "--project", project, file, ...options], isInBrowser: false };
}

/** @param {string} file */
function projectOf(file) {
  if (file.endsWith(".int.test.ts")) return "integration";
  if (file.endsWith(".test.tsx")) return "component";
  return file.endsWith(".test.ts") ? "unit" : null;
}
