import { pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build.mjs";
import { commandLine } from "./command-line.mjs";
import { loadEnvFile } from "./env-file.mjs";
import { installIfNeeded } from "./install.mjs";
import { inRepository } from "./repository.mjs";

/**
 * Installs and builds what changed, then runs the entry in this same process, so that signals reach it and no other
 * process stands between it and npm.
 * @param {string} entry
 */
export async function launch(entry) {
  await commandLine(async () => {
    loadEnvFile();
    await installIfNeeded();
    await buildIfNeeded();
  });

  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(inRepository(entry)).href);
}
