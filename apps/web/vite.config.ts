import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    manifest: true,
    // One stylesheet, small enough to be inlined into every prerendered page.
    cssCodeSplit: false,
    // Data addresses would cost every visit what a cached file costs once.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What several pages share comes in one file, not in a dozen small ones.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } } },
  },
  server: { proxy: { "/api": SERVER, "/media": SERVER } },
});
