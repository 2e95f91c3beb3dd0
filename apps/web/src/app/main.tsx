import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { followAppearance } from "../lib/appearance.ts";
import { createQueryClient } from "../lib/query-client.ts";
import "../styles/main.css";
import { App } from "./app.tsx";
import { PAGES } from "./pages.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");

// The build names the page it prerendered; the development server prerenders none.
const prerendered = PAGES.find((page) => page.name === root.dataset.page);
const app = (
  <StrictMode>
    <App client={createQueryClient()} missingPath={prerendered?.name === "not-found" ? location.pathname : undefined} />
  </StrictMode>
);

followAppearance();

if (prerendered) {
  // Should its code not arrive, the page says so by itself once it is rendered.
  await prerendered.route.preload().catch(() => undefined);
  hydrateRoot(root, app);
} else {
  createRoot(root).render(app);
}
