import "./launch/require-node.mjs";

// Imported dynamically, so that an old Node fails the check above and not on a missing export.
const { launch } = await import("./launch/launch.mjs");
await launch("apps/server/dist/main.js");
