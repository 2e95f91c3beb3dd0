import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import type { BrowserContext, Page } from "@playwright/test";
import { createAccount } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

// The browser logs what it or our server rejects, which is expected here.
test.use({ expectedProblems: /.*/ });

const WRITES = ENDPOINTS.filter(({ method }) => method !== "GET").map(({ method, path }) => ({
  method,
  path: path.replace(/:\w+/g, "0190a0a0-0000-7000-8000-000000000001"),
}));

/** A single check rejects every write, so a few stand for all where a browser needs a frame for each attempt. */
const FORM_TARGETS = ["/api/auth/signout", "/api/auth/email-change"];

/**
 * Foreign site. By the name "localhost" it is cross-site to 127.0.0.1; by the number it is a sister site at another
 * port.
 */
async function openForeignSite(): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Elsewhere</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** State of an account, in which any write by another site would show. */
async function stateOf(context: BrowserContext, origin: string) {
  const read = async (path: string) => {
    const response = await context.request.get(origin + path);
    return { status: response.status(), body: await response.text() };
  };
  return Promise.all([read("/api/profile"), read("/api/auth/identities"), read("/api/auth/verifications")]);
}

/** Sends everything that a page's scripts can make a browser send to another site. Runs in that page. */
async function fetchAll(calls: { url: string; method: string }[]): Promise<void> {
  const body = JSON.stringify({ firstName: "Mallory", channel: "email", termsAccepted: true, version: 2 });
  const send = (url: string, method: string, type: string, mode: RequestMode) =>
    fetch(url, { method, mode, credentials: "include", headers: { "content-type": type }, body }).catch(
      () => undefined,
    );
  for (const { url, method } of calls) {
    const sent = [send(url, method, "application/json", "cors")];
    if (method === "POST") {
      sent.push(send(url, method, "text/plain", "no-cors"));
      sent.push(send(url, method, "application/x-www-form-urlencoded", "no-cors"));
    }
    await Promise.all(sent);
  }
}

/**
 * Submits a page's forms, including one in a sandbox, where the browser sends "null" as the origin. Runs in that
 * page.
 */
function submitForms(url: string): void {
  const body = JSON.stringify({ firstName: "Mallory", channel: "email", termsAccepted: true, version: 2 });
  for (const [encoding, sandbox] of [
    ["text/plain", null],
    ["application/x-www-form-urlencoded", null],
    ["text/plain", "allow-forms allow-scripts"],
  ] as const) {
    const frame = document.createElement("iframe");
    if (sandbox) frame.setAttribute("sandbox", sandbox);
    const field = `<input name='${body.slice(0, -1)},"x":"' value='"}'>`;
    frame.srcdoc = `<form method="post" action="${url}" enctype="${encoding}">${field}</form>
      <script>document.forms[0].submit()</script>`;
    document.body.append(frame);
  }
}

type Arrival = { call: string; status: number };

/** Requests that reached our server, except preflights, which change nothing. */
function recordArrivals(page: Page, origin: string): Arrival[] {
  const arrivals: Arrival[] = [];
  page.on("response", (response) => {
    const { pathname, origin: requestOrigin } = new URL(response.url());
    const request = response.request();
    if (requestOrigin !== origin || request.method() === "OPTIONS") return;
    arrivals.push({ call: `${request.method()} ${pathname}`, status: response.status() });
  });
  return arrivals;
}

for (const { host, name, writes } of [
  { host: "localhost", name: "another site", writes: WRITES },
  // The same check rejects both kinds of site, so here some writes stand for all.
  { host: "127.0.0.1", name: "a sister site at another port", writes: WRITES.filter((_, index) => index % 10 === 0) },
]) {
  test(`${name} cannot make a signed-in user's browser write anything`, async ({ context, page, baseURL }) => {
    const origin = new URL(baseURL ?? "").origin;
    await createAccount(context.request);
    const before = await stateOf(context, origin);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);

    const { server, port } = await openForeignSite();
    try {
      await page.goto(`http://${host}:${port}/`);
      const arrivals = recordArrivals(page, origin);
      await page.evaluate(
        fetchAll,
        writes.map(({ method, path }) => ({ method, url: origin + path })),
      );
      for (const path of FORM_TARGETS) await page.evaluate(submitForms, origin + path);
      const formFrames = () => page.frames().filter((frame) => frame.url().startsWith(origin));
      await expect
        .poll(() =>
          formFrames()
            .map((frame) => new URL(frame.url()).pathname)
            .sort(),
        )
        .toEqual(FORM_TARGETS.flatMap((path) => Array(3).fill(path)).sort());
      for (const frame of formFrames())
        await expect(frame.locator("body")).toContainText("This request came from another site");
      await page.evaluate(
        (url) => fetch(url, { mode: "no-cors", credentials: "include" }).catch(() => undefined),
        `${origin}/api/logout`,
      );
      await page.evaluate((url) => location.assign(url), `${origin}/api/logout`);
      await page.waitForURL(`${origin}/api/logout`);

      expect(arrivals.filter(({ status }) => status !== 403)).toEqual([]);
      expect(arrivals.map(({ call }) => call)).toEqual(
        expect.arrayContaining([
          "GET /api/logout",
          ...writes.filter(({ method }) => method === "POST").map(({ path }) => `POST ${path}`),
        ]),
      );
      expect(await stateOf(context, origin)).toEqual(before);
    } finally {
      server.close();
    }
  });
}
