import type { Page, Request, Route } from "@playwright/test";

/** Response to a request: `null` aborts it, "real" lets the server respond, and "silence" leaves it pending. */
export type Reply = Parameters<Route["fulfill"]>[0] | null | "real" | "silence";

/** Responds to the calls of a path in order, repeats the last reply, and returns the recorded requests. */
export async function respondInTurn(page: Page, path: string, ...replies: Reply[]): Promise<Request[]> {
  const requests: Request[] = [];
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(route.request());
      if (reply === "silence") return;
      if (reply === null || reply === undefined) await route.abort();
      else if (reply === "real") await route.continue();
      else await route.fulfill(reply);
    },
  );
  return requests;
}

/** Live events make the page refetch what a test counts, so they never start. */
export const withoutLiveEvents = (page: Page): Promise<Request[]> => respondInTurn(page, "/api/events", "silence");

export const refusal = (status: number, message = `Answer ${status}`, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: { message },
});

type Entry = { errorType: string; severity: string; errorMessage: string; [field: string]: unknown };

/** Catches what the page reports before it reaches the server. */
export async function catchReports(page: Page): Promise<Entry[]> {
  const entries: Entry[] = [];
  await page.route("**/api/error-logs", async (route) => {
    entries.push(route.request().postDataJSON() as Entry);
    await route.fulfill({ status: 201, json: {} });
  });
  return entries;
}
