import { IsRestoringProvider, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { pagesKey } from "../api/queries.ts";
import type { Answer } from "../api/read-response.ts";
import { restoreCurrentUser } from "../session.ts";

const ELEMENT_ID = "nexby-data";

type Answers = Record<string, Answer<unknown>>;

/**
 * The first render repeats the prerendered page, which knows no data. Then, still before the browser paints, what the
 * server sent along and what this tab remembers goes into the cache; only after that may queries ask for what is missing.
 */
export function PageDataProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isRestoring, setIsRestoring] = useState(true);

  useLayoutEffect(() => {
    fillCache(client, takeAnswers());
    restoreCurrentUser(client);
    setIsRestoring(false);
  }, [client]);

  return <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>;
}

function takeAnswers(): Answers {
  const element = document.getElementById(ELEMENT_ID);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as Answers) : {};
}

/** Whether a list will be read whole or in pages is up to the page, so it is ready for both. */
export function fillCache(client: QueryClient, answers: Answers): void {
  for (const [path, answer] of Object.entries(answers)) {
    client.setQueryData([path], answer.body);
    if (Array.isArray(answer.body)) client.setQueryData(pagesKey(path), { pages: [answer], pageParams: [path] });
  }
}
