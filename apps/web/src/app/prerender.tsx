import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createQueryClient } from "../lib/api/queries.ts";
import { App } from "./app.tsx";
import { factsOf } from "./page-facts.ts";
import { PAGES, type Page, type PageFacts } from "./pages.ts";

export type PrerenderedPage = Required<Omit<PageFacts, "example">> & Pick<Page, "name" | "pattern"> & { html: string };

/** Renders every page without data. Runs only in the build. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  await Promise.all(PAGES.map((page) => page.route.preload()));

  return PAGES.map(({ name, pattern }) => {
    const { example = pattern, ...facts } = factsOf(name);
    return { name, pattern, isUnlisted: false, status: 200, data: [], ...facts, html: renderAt(example) };
  });
}

function renderAt(path: string): string {
  const client = createQueryClient();
  const html = renderToString(
    <StrictMode>
      <App client={client} ssrPath={path} />
    </StrictMode>,
  );
  // Its cache timers would keep the build process alive.
  client.clear();
  return html;
}
