import { mkdir, mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { projectRoot } from "../platform/config/project-root.ts";

/** Our own workspaces are source, which Node cannot load by itself. */
const ourWorkspaces: Plugin = {
  name: "our-workspaces",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@nexby\// }, ({ path, importer }) => ({ path: createRequire(importer).resolve(path) })),
};

/** Below the root, where a bundle finds its packages. */
export async function bundleDirectory(name: string): Promise<string> {
  const cache = join(projectRoot, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  return mkdtemp(join(cache, `${name}-`));
}

/** Bundled, so that a process is back at work soon after it was killed. Answers the file to run. */
export async function bundleEntry(entry: "main" | "worker", directory: string): Promise<string> {
  const outfile = join(directory, `${entry}.mjs`);
  await build({
    entryPoints: [join(projectRoot, `apps/server/src/${entry}.ts`)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [ourWorkspaces],
    logLevel: "error",
  });
  return outfile;
}
