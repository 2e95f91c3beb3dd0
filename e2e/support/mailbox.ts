import { type APIRequestContext, expect } from "@playwright/test";

const ARTICLE = /<article>.*?<\/article>/gs;

/** Messages sent to an email address or phone number, newest first. */
async function readMessages(request: APIRequestContext, recipient: string): Promise<string[]> {
  const response = await request.get("/dev/mail");
  const articles = (await response.text()).match(ARTICLE) ?? [];
  return articles.filter((article) => article.includes(` to ${recipient} ·`));
}

/** Waits for the first match in the newest message to a recipient: a job sends it a moment later. */
async function waitFor(request: APIRequestContext, recipient: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const [newest] = await readMessages(request, recipient);
      found = newest?.match(pattern)?.[1];
      return found;
    }, `a message to ${recipient}`)
    .toBeDefined();
  return found ?? "";
}

/** Waits until the newest message to a recipient contains the text. */
export async function expectMessageTo(request: APIRequestContext, recipient: string, text: string): Promise<void> {
  await waitFor(request, recipient, new RegExp(`(${text})`));
}

export const codeSentTo = (request: APIRequestContext, recipient: string): Promise<string> =>
  waitFor(request, recipient, /\b(\d{6})\b/);

export const linkSentTo = (request: APIRequestContext, recipient: string): Promise<string> =>
  waitFor(request, recipient, /<a href="(http[^"]*#token=[^"]*)"/);
