import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sharedChunks } from "./build/shared-chunks.ts";

const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // For a React that does not have it yet; ours does.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    manifest: true,
    // One stylesheet, small enough to be inlined into every prerendered page.
    cssCodeSplit: false,
    // Data addresses would cost every visit what a cached file costs once.
    assetsInlineLimit: 0,
    // The pages name what they need themselves; the table of it would cost the first page more than it saves later ones.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks(new URL("./src/app/", import.meta.url)) } } },
  },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
