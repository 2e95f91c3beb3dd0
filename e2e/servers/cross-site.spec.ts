import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

// The browser reports on its console what it or our server refuses; that is what is asked for here.
test.use({ expectedProblems: /.*/ });

const WRITES = ENDPOINTS.filter(({ method }) => method !== "GET").map(({ method, path }) => ({
  method,
  path: path.replace(/:\w+/g, "0190a0a0-0000-7000-8000-000000000001"),
}));

/** Somebody else's site. By the name "localhost" it is foreign to 127.0.0.1; by the number a sister at another port. */
async function openForeignSite(): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Elsewhere</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** What an account looks like from inside; any write of another site would show. */
async function stateOf(context: BrowserContext, origin: string) {
  const read = async (path: string) => {
    const response = await context.request.get(origin + path);
    return { status: response.status(), body: await response.text() };
  };
  return Promise.all([read("/api/profile"), read("/api/auth/identities"), read("/api/auth/verifications")]);
}

type Attack = { url: string; method: string };

/** Everything a page can make a browser send to another site for one call. Runs in that page. */
async function attack({ url, method }: Attack): Promise<void> {
  const body = JSON.stringify({ firstName: "Mallory", channel: "email", termsAccepted: true, version: 1 });
  const form = (enctype: string) =>
    `<form method="post" action="${url}" enctype="${enctype}"><input name='${body.slice(0, -1)},"x":"' value='"}'></form>`;
  const submitIn = (frame: HTMLIFrameElement, html: string) =>
    new Promise<void>((resolve) => {
      frame.addEventListener("load", () => setTimeout(resolve, 50));
      frame.srcdoc = `${html}<script>document.forms[0].submit()</script>`;
      document.body.append(frame);
    });

  const quietly = (init: RequestInit) => fetch(url, { credentials: "include", ...init }).catch(() => undefined);
  await quietly({ method, headers: { "content-type": "application/json" }, body });
  if (method !== "POST") return;
  await quietly({ method, mode: "no-cors", headers: { "content-type": "text/plain" }, body });
  await quietly({ method, mode: "no-cors", headers: { "content-type": "application/x-www-form-urlencoded" }, body });
  await submitIn(document.createElement("iframe"), form("text/plain"));
  await submitIn(document.createElement("iframe"), form("application/x-www-form-urlencoded"));
  // In a sandbox the page has no origin of its own: the browser sends "null".
  const sandboxed = document.createElement("iframe");
  sandboxed.setAttribute("sandbox", "allow-forms allow-scripts");
  await submitIn(sandboxed, form("text/plain"));
}

/** Statuses of what reached our server, apart from preflights, which change nothing. */
function recordStatuses(page: Page, origin: string): Map<string, Set<number>> {
  const statuses = new Map<string, Set<number>>();
  page.on("response", (response) => {
    const { pathname, origin: asked } = new URL(response.url());
    if (asked !== origin || response.request().method() === "OPTIONS") return;
    const key = `${response.request().method()} ${pathname}`;
    statuses.set(key, (statuses.get(key) ?? new Set()).add(response.status()));
  });
  return statuses;
}

for (const { host, name } of [
  { host: "localhost", name: "another site" },
  { host: "127.0.0.1", name: "a sister site at another port" },
]) {
  test(`${name} cannot make a signed-in person's browser write anything`, async ({ context, page, baseURL }) => {
    const origin = new URL(baseURL ?? "").origin;
    const credentials = { email: "omar@nexby.example", password: "borrow-a-kayak" };
    const signedIn = await context.request.post(`${origin}/api/auth/email-signin`, { data: credentials });
    expect(signedIn.status()).toBe(200);
    const before = await stateOf(context, origin);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);

    const { server, port } = await openForeignSite();
    try {
      await page.goto(`http://${host}:${port}/`);
      const statuses = recordStatuses(page, origin);
      for (const { method, path } of WRITES) await page.evaluate(attack, { url: origin + path, method });
      await page.evaluate(
        (url) => fetch(url, { mode: "no-cors", credentials: "include" }).catch(() => undefined),
        `${origin}/api/logout`,
      );
      await page.evaluate((url) => location.assign(url), `${origin}/api/logout`);
      await page.waitForURL(`${origin}/api/logout`);

      expect(Object.fromEntries([...statuses].filter(([, seen]) => [...seen].join() !== "403"))).toEqual({});
      expect([...statuses.keys()]).toEqual(
        expect.arrayContaining([
          "GET /api/logout",
          ...WRITES.filter(({ method }) => method === "POST").map(({ path }) => `POST ${path}`),
        ]),
      );
      expect(await stateOf(context, origin)).toEqual(before);
    } finally {
      server.close();
    }
  });
}
