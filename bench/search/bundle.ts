import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Beside the server's own packages, which stay outside the bundle. */
const OUTPUT = fileURLToPath(new URL("../../apps/server/node_modules/.cache/bench-search/serve.mjs", import.meta.url));

/** Made as the server is for running; the loader for development would add to the cost of every small function. */
export async function bundleServer(): Promise<string> {
  await build({
    entryPoints: [`${HERE}serve.ts`],
    outfile: OUTPUT,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    plugins: [
      {
        name: "our-workspaces",
        setup: ({ onResolve }) => {
          onResolve({ filter: /^@nexby\// }, ({ path, importer }) => ({ path: createRequire(importer).resolve(path) }));
        },
      },
    ],
    logLevel: "warning",
  });
  return OUTPUT;
}
