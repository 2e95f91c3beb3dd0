import { rmSync } from "node:fs";
import { build } from "esbuild";
import { inRepository, SERVER_OUTPUT, serverEntries } from "./repository.mjs";
import { SERVER_BUNDLE } from "./server-bundle.mjs";

/** Tests pass their own output folder. */
const output = process.argv[2] ?? inRepository(SERVER_OUTPUT);

rmSync(output, { recursive: true, force: true });
await build({
  ...SERVER_BUNDLE,
  entryPoints: serverEntries().map(({ source }) => source),
  outdir: output,
}).catch(() => {
  // esbuild has already printed the error.
  process.exit(1);
});
