import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build.mjs";
import { commandLine } from "./command-line.mjs";
import { installIfNeeded } from "./install.mjs";
import { inRepository } from "./repository.mjs";

/**
 * Installs and builds what changed, then runs the entry in this same process, so that signals reach it and no other
 * process stands between it and npm.
 * @param {string} entry
 */
export async function launch(entry) {
  const settings = inRepository(".env");
  if (existsSync(settings)) process.loadEnvFile(settings);

  await commandLine(async () => {
    await installIfNeeded();
    await buildIfNeeded();
  });

  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(inRepository(entry)).href);
}
