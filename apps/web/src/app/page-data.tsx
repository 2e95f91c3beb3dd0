import { IsRestoringProvider, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { pagesKey } from "../lib/api/queries.ts";
import type { ApiResponse } from "../lib/api/read-response.ts";
import { restoreCurrentUser } from "../lib/session.ts";

const ELEMENT_ID = "nexby-data";

type EmbeddedResponses = Record<string, ApiResponse<unknown>>;

/**
 * The first render repeats the prerendered page, which has no data. Then the data embedded by the server and the data
 * stored in this tab go into the cache, and only after that may queries request what is missing. An effect of its own
 * kind and a transition: in a layout effect, React would render the whole content at once and block the browser.
 */
export function PageDataProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isRestoring, setIsRestoring] = useState(true);

  useEffect(() => {
    fillCache(client, takeResponses());
    restoreCurrentUser(client);
    startTransition(() => setIsRestoring(false));
  }, [client]);

  return <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>;
}

function takeResponses(): EmbeddedResponses {
  const element = document.getElementById(ELEMENT_ID);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as EmbeddedResponses) : {};
}

/** Caches a list both whole and in pages, because the page decides how to read it. */
export function fillCache(client: QueryClient, responses: EmbeddedResponses): void {
  for (const [path, response] of Object.entries(responses)) {
    client.setQueryData([path], response.body);
    if (Array.isArray(response.body)) client.setQueryData(pagesKey(path), { pages: [response], pageParams: [path] });
  }
}
