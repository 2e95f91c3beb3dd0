import "./launch/require-node.mjs";

const { commandLine } = await import("./launch/command-line.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { build, buildIfNeeded } = await import("./launch/build.mjs");

await commandLine(async () => {
  await installIfNeeded();
  await (process.argv.includes("--if-needed") ? buildIfNeeded() : build());
});
