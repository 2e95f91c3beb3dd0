import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { pageTitle } from "../lib/page-title.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { App } from "./app.tsx";
import { PAGES, type Page } from "./pages.ts";

export type PrerenderedPage = Pick<Page, "name" | "pattern" | "status" | "description" | "data"> & {
  title: string;
  html: string;
};

/** Every page as it looks before any data is known. Runs in the build only. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  await Promise.all(PAGES.map((page) => page.route.preload()));

  return PAGES.map(({ name, pattern, example, status, title, description, data }) => ({
    name,
    pattern,
    status,
    description,
    data,
    title: pageTitle(title),
    html: renderAt(example),
  }));
}

function renderAt(path: string): string {
  const client = createQueryClient();
  const html = renderToString(
    <StrictMode>
      <App client={client} ssrPath={path} />
    </StrictMode>,
  );
  // Its timers would keep the build waiting for as long as unused data are kept.
  client.clear();
  return html;
}
