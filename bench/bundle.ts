import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** Inside the server's node_modules, so that the external packages resolve. */
const OUTPUT = fileURLToPath(new URL("../apps/server/node_modules/.cache/bench/", import.meta.url));

/** Bundles like the production build; the development loader would add to the cost of every small function. */
export async function bundle(entry: string): Promise<string> {
  const outfile = `${OUTPUT}${dirname(entry)}/${basename(entry, ".ts")}.mjs`;
  await build({
    entryPoints: [HERE + entry],
    outfile,
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
  return outfile;
}
