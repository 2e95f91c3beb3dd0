import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { sharedChunks } from "./build/shared-chunks.ts";

/**
 * Vite's helper around every dynamic import preloads the chunk's styles and scripts. Ours has none to preload: there is
 * one stylesheet, and the pages list their own scripts.
 */
const importWithoutPreload: Plugin = {
  name: "import-without-preload",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/**
 * Most functions of these files run on the first visit. The comment has Chromium compile them in the background while
 * the page is shown, instead of one by one when called; other browsers ignore it.
 */
const COMPILED_EARLY = /^(shared|quiet|rental|browse|browse-route|listing-route)$/;
const compileEarly = ({ name }: { name: string }): string =>
  COMPILED_EARLY.test(name) ? "//# allFunctionsCalledOnLoad" : "";

export default defineConfig({
  plugins: [react(), tailwindcss(), importWithoutPreload],
  // The shim is for React versions without this hook; ours has it.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    manifest: true,
    // A single stylesheet, small enough to be inlined into every prerendered page.
    cssCodeSplit: false,
    // Inlined files can't be cached between visits.
    assetsInlineLimit: 0,
    // The pages list their own preloads; a table of them would cost the first page more than it saves later ones.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: sharedChunks(new URL("./src/app/", import.meta.url)) },
        postBanner: compileEarly,
      },
    },
  },
});
