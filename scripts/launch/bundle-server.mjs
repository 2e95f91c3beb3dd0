import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";
import { inRepository, ROOT } from "./repository.mjs";
import { SERVER_OUTPUT, serverEntries } from "./server-entries.mjs";

/**
 * Bundles our own workspaces, which are source that Node cannot load by itself; npm packages stay external.
 * @type {import("esbuild").Plugin}
 */
const ourWorkspaces = {
  name: "our-workspaces",
  setup({ onResolve }) {
    onResolve({ filter: /^@nexby\// }, ({ path, importer }) => ({ path: createRequire(importer).resolve(path) }));
  },
};

/** Tests pass their own output folder. */
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
  // esbuild has already printed the error.
  process.exit(1);
});
