import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { sharedChunks } from "./build/shared-chunks.ts";

const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The shim is for React versions without this hook; ours has it.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    manifest: true,
    // A single stylesheet, small enough to be inlined into every prerendered page.
    cssCodeSplit: false,
    // Data URLs would cost every visit what a cached file costs once.
    assetsInlineLimit: 0,
    // The pages list their own preloads; a table of them would cost the first page more than it saves later ones.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks(new URL("./src/app/", import.meta.url)) } } },
  },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
