import { IsRestoringProvider, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { pagesKey } from "../lib/api/queries.ts";
import type { ApiResponse } from "../lib/api/read-response.ts";
import { restoreCurrentUser } from "../lib/session.ts";

const ELEMENT_ID = "nexby-data";

type EmbeddedResponses = Record<string, ApiResponse<unknown>>;

/**
 * The first render repeats the prerendered page, which has no data. Then, still before the browser paints, the data
 * embedded by the server and the data stored in this tab go into the cache. Only after that may queries request what
 * is missing.
 */
export function PageDataProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isRestoring, setIsRestoring] = useState(true);

  useLayoutEffect(() => {
    fillCache(client, takeResponses());
    restoreCurrentUser(client);
    setIsRestoring(false);
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
