import { createHash } from "node:crypto";
import { errorBody } from "@nexby/contract/errors";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { afterAll, beforeAll, expect, test } from "vitest";
import { captureMessage } from "../../../adapters/mailbox/embedded-mailbox.ts";
import { advanceClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";

const LINK = "https://nexby.example/verify?token=a%2Fb&next=/browse#top";
const HOSTILE = `<script>alert("x")</script> javascript:alert(1) http://x.example/"onclick="alert(1) 'quoted'`;

let database: TestDatabase;
let app: TestApp;
let emptyPage: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ db: database.db });
  emptyPage = await (await get("/dev/mail")).text();
  await capture({
    channel: "mail",
    recipient: "robin@nexby.example",
    subject: "Oldest",
    body: `Confirm:\n${LINK}\nBye`,
  });
  await capture({ channel: "sms", recipient: "+19735550123", body: "Your code is 123456" });
  await capture({ channel: "mail", recipient: "<eve>@nexby.example", subject: HOSTILE, body: HOSTILE, html: HOSTILE });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function capture(message: Omit<Parameters<typeof captureMessage>[1], "key">): Promise<void> {
  await captureMessage(database.db, { key: newId(), ...message });
  await advanceClock(database.db, MINUTE);
}

const get = (path: string, origin = app.origin) => fetch(`${origin}${path}`);
const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map((match) => match[1]);
const titlesIn = (html: string) => [...html.matchAll(/<h2><a [^>]*>(.*?)<\/a><\/h2>/g)].map((match) => match[1]);

test("an empty mailbox shows a message", () => {
  expect(emptyPage).toContain("No messages yet.");
});

test("the mailbox page lists mail and SMS, newest first, each with its recipient", async () => {
  const response = await get("/dev/mail");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  expect(titlesIn(html).slice(1)).toEqual(["Text message: Your code is 123456", "Oldest"]);
  expect(html).toContain("Text message to +19735550123 ·");
  expect(html).toContain("Email to robin@nexby.example ·");
});

test("the mailbox page turns a message's URL into a link to exactly that URL", async () => {
  const html = await (await get("/dev/mail")).text();
  const address = LINK.replace("&", "&amp;");
  expect(html).toContain(`<a href="${address}">${address}</a>\nBye`);
});

test.each([
  ["in parentheses", "Open (https://nexby.example/a) now", "https://nexby.example/a"],
  ["at the end of a sentence", "Open https://nexby.example/a.", "https://nexby.example/a"],
  ["before a comma", "https://nexby.example/a?x=1, then", "https://nexby.example/a?x=1"],
  ["with its own parentheses", "https://nexby.example/a_(b)", "https://nexby.example/a_(b)"],
  ["at the end", "Code: http://localhost:3000/v/1_2-3", "http://localhost:3000/v/1_2-3"],
])("the mailbox page links a URL %s, without the sentence's punctuation", async (_, body, address) => {
  await capture({ channel: "mail", recipient: "robin@nexby.example", subject: "Punctuation", body });
  const [first = ""] = (await (await get("/dev/mail")).text()).match(/<pre.*?<\/pre>/s) ?? [];
  expect(linksIn(first)).toEqual([address]);
});

test("the mailbox page escapes user text: no markup, scripts or attributes", async () => {
  const html = await (await get("/dev/mail")).text();
  expect(html).not.toMatch(/<script/i);
  expect(html).not.toMatch(/ onclick="/);
  expect(html).toContain("Email to &lt;eve&gt;@nexby.example");
  for (const link of linksIn(html)) expect(link).toMatch(/^(https?:\/\/|\/dev\/mail\/)/);
  expect(linksIn(html)).toContain("http://x.example/");
});

test("the mailbox page links from the list to a page per message", async () => {
  const list = await (await get("/dev/mail")).text();
  const path = linksIn(list)
    .filter((link) => link?.startsWith("/dev/mail/"))
    .at(-1);
  const response = await get(path ?? "");
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain("<h1>Oldest</h1>");
  expect(linksIn(html)).toEqual(["/dev/mail", LINK.replace("&", "&amp;")]);
});

test("the mailbox page shows a mail with its formatting, without scripts", async () => {
  const pathOf = async (title: string) => {
    const list = await (await get("/dev/mail")).text();
    return new RegExp(`<h2><a href="([^"]*)">${title}`).exec(list)?.[1] ?? "";
  };
  const path = await pathOf("&lt;script&gt;");
  expect(linksIn(await (await get(path)).text())).toContain(`${path}/html`);
  const response = await get(`${path}/html`);
  expect([response.status, await response.text()]).toEqual([200, HOSTILE]);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; .*sandbox(?!.*allow-scripts)/);
  expect((await get(`${await pathOf("Oldest")}/html`)).status).toBe(404);
});

test.each([["/dev/mail/0190a0a0-0000-7000-8000-000000000000"], ["/dev/mail/no-id"], ["/dev/mail/%00"]])(
  "the mailbox page returns 404 for %s",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  },
);

test("the mailbox page answers like for an unknown path outside demo mode", async () => {
  const real = await startTestApp({ db: database.db, isDemo: false });
  const [unknown, ...mailbox] = await Promise.all(
    ["/dev/unknown", "/dev/mail", "/dev/mail/0190a0a0-0000-7000-8000-000000000000"].map(async (path) => {
      const response = await get(path, real.origin);
      return { status: response.status, ...errorBody.parse(await response.json()), requestId: null };
    }),
  );
  await real.close();
  expect(unknown).toMatchObject({ status: 404, code: "not_found" });
  for (const response of mailbox) expect(response).toEqual(unknown);
});

test("the mailbox page allows only the page's own inline style in the CSP", async () => {
  const response = await get("/dev/mail");
  const policy = response.headers.get("content-security-policy") ?? "";
  const html = await response.text();
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? "");
  expect(styles).toHaveLength(1);
  const hash = createHash("sha256").update(styles.join()).digest("base64");
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy).not.toContain("unsafe-inline");
  expect(html).not.toMatch(/ style="/);
});
