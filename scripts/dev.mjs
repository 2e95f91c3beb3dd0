import "./launch/require-node.mjs";

// Imported dynamically, so that an old Node fails the check above and not on a missing export.
const { commandLine } = await import("./launch/command-line.mjs");
const { loadEnvFile } = await import("./launch/env-file.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
await commandLine(async () => {
  loadEnvFile();
  await installIfNeeded();
});
const { develop } = await import("./dev/develop.mjs");
await develop();
