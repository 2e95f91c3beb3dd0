import "./launch/require-node.mjs";

// Loaded after the check above, so that an old Node answers with that message and not with a missing export.
const { launch } = await import("./launch/launch.mjs");
await launch("apps/server/dist/main.js");
