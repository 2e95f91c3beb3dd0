import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createQueryClient } from "../lib/api/queries.ts";
import { followAppearance } from "../lib/browser/appearance.ts";
import { followWindowFocus } from "../lib/browser/document.ts";
import { sessionMemory } from "../lib/browser/storage.ts";
import { followUncaughtErrors, reportError } from "../lib/errors/error-log.ts";
import { readPageTime } from "../lib/server-time.ts";
import { clearAuthState, takeTokenFromAddress } from "../lib/stored-session.ts";
import { App } from "./app.tsx";
import { PAGES } from "./pages.ts";
import "../styles/main.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");

// The build names the prerendered page; the development server prerenders none.
const prerendered = PAGES.find((page) => page.name === root.dataset.page);
const app = (
  <StrictMode>
    <App
      client={createQueryClient()}
      ssrPath={location.pathname}
      missingPath={prerendered?.name === "not-found" ? location.pathname : undefined}
    />
  </StrictMode>
);

// Must run before any schema is created: zod tests whether it may compile code, and the security policy would report
// the attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

followUncaughtErrors(window, reportError);
// The token may belong to another user, so drop the saved session and ask the server.
if (takeTokenFromAddress(window, sessionMemory)) clearAuthState(sessionMemory);
followWindowFocus();
readPageTime();
followAppearance();

const hasItsCode = await prerendered?.route.preload().then(
  () => true,
  () => false,
);
// In a transition, hydration gives way to the browser every few milliseconds instead of blocking taps and paints.
// Without its code the prerendered page cannot hydrate, so it is replaced by an error page.
if (hasItsCode) startTransition(() => void hydrateRoot(root, app));
else createRoot(root).render(app);
