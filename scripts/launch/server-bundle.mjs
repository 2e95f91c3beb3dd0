import { createRequire } from "node:module";
import { ROOT } from "./repository.mjs";

/** Packages of hundreds of small modules: reading them one by one took half of the server's start. */
const BUNDLED_PACKAGES = ["drizzle-orm", "stripe", "zod"];

/**
 * Bundles our own workspaces, which are source that Node cannot load by itself, and a few packages.
 * All others stay external: some load files or native code from their own folder.
 * @type {import("esbuild").Plugin}
 */
const chooseWhatIsBundled = {
  name: "choose-what-is-bundled",
  setup({ onResolve }) {
    onResolve({ filter: /^@nexby\// }, ({ path, importer }) => ({ path: createRequire(importer).resolve(path) }));
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isBundled = kind === "entry-point" || BUNDLED_PACKAGES.includes(path.split("/")[0] ?? "");
      return isBundled ? undefined : { path, external: true };
    });
  },
};

/** How the server's entries are bundled, in a build and while developing. */
export const SERVER_BUNDLE = /** @satisfies {import("esbuild").BuildOptions} */ ({
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // Adapters imported on demand become files of their own, so a server that does not need S3 does not load its client.
  splitting: true,
  sourcemap: true,
  plugins: [chooseWhatIsBundled],
  logLevel: "warning",
});
