import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { inRepository, ROOT } from "./repository.mjs";
import { SERVER_OUTPUT, serverEntries } from "./server-entries.mjs";

/**
 * npm packages stay outside the bundle, our own workspaces go in: they are source, which Node cannot load by itself.
 * @type {import("esbuild").Plugin}
 */
const ourWorkspaces = {
  name: "our-workspaces",
  setup({ onResolve }) {
    onResolve({ filter: /^@nexby\// }, ({ path, importer }) => ({ path: createRequire(importer).resolve(path) }));
  },
};

/** Tests give a folder of their own. */
const output = process.argv[2] ?? inRepository(SERVER_OUTPUT);

rmSync(output, { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: serverEntries().map(({ source }) => source),
  outdir: output,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  packages: "external",
  plugins: [ourWorkspaces],
  logLevel: "warning",
}).catch(() => {
  // esbuild has already printed what is wrong.
  process.exit(1);
});
