import "./launch/require-node.mjs";

const { launch } = await import("./launch/launch.mjs");
await launch("apps/server/dist/reconcile.js");
