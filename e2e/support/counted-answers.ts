import type { Page, Request, Route } from "@playwright/test";

/** What the server is made to answer; `null` is nothing at all, and "real" what it would answer by itself. */
export type Reply = Parameters<Route["fulfill"]>[0] | null | "real" | "silence";

/** Answers the calls of one path in their order, the last reply again and again, and keeps what was asked. */
export async function answerInTurn(page: Page, path: string, ...replies: Reply[]): Promise<Request[]> {
  const asked: Request[] = [];
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const reply = replies[Math.min(asked.length, replies.length - 1)];
      asked.push(route.request());
      if (reply === "silence") return;
      if (reply === null || reply === undefined) await route.abort();
      else if (reply === "real") await route.continue();
      else await route.fulfill(reply);
    },
  );
  return asked;
}

/** Live news make the page read again what is counted elsewhere: they never begin. */
export const withoutNews = (page: Page): Promise<Request[]> => answerInTurn(page, "/api/events", "silence");

export const refusal = (status: number, message = `Answer ${status}`, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: { message },
});

type Entry = { errorType: string; severity: string; errorMessage: string; [field: string]: unknown };

/** What the page reports, instead of the server's hearing of it. */
export async function catchReports(page: Page): Promise<Entry[]> {
  const entries: Entry[] = [];
  await page.route("**/api/error-logs", async (route) => {
    entries.push(route.request().postDataJSON() as Entry);
    await route.fulfill({ status: 201, json: {} });
  });
  return entries;
}
