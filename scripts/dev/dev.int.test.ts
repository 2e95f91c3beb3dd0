import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATIENCE } from "../../apps/server/src/testing/patience.ts";
import { findBrowser } from "../../e2e/setup/find-browser.ts";
import { copyCheckout } from "../planted/checkout-copy.ts";

const SUMMARY = "Check that the process is alive";
const FIELD = "What are you looking for?";
const SEARCH_BOX = "apps/web/src/features/search/components/search-box.tsx";
const HEALTH = "packages/contract/src/admin/operations.ts";

let copy: ReturnType<typeof copyCheckout>;
let npm: ChildProcess;
let closed: Promise<unknown>;
let browser: Browser;
let origin: string;
let printed = "";

beforeAll(async () => {
  copy = copyCheckout({ isComplete: true });
  copy.write({ ".env": "PORT=0\n" });
  const { PATH, HOME } = process.env;
  npm = spawn("npm", ["run", "dev"], { cwd: copy.folder, env: { PATH, HOME, DATA_DIR: join(copy.folder, "data") } });
  // The server and its database keep npm's output open until they have ended.
  closed = once(npm, "close");
  const ready = new Promise<string>((resolve) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.on("data", (chunk) => {
        printed += chunk;
        const address = /Developing at (\S+?)\. /.exec(printed)?.[1];
        if (address) resolve(address);
      });
    }
  });
  origin = await Promise.race([ready, closed.then(() => Promise.reject(new Error(printed)))]);
  const { executablePath } = await findBrowser(copy.folder);
  browser = await chromium.launch({ executablePath });
}, PATIENCE.integrationTestMs);

afterAll(async () => {
  await browser?.close();
  npm?.kill("SIGKILL");
  await closed;
  copy?.remove();
});

const textOf = async (path: string) => (await fetch(origin + path)).text();

function change(file: string, before: string, after: string): void {
  const source = readFileSync(join(copy.folder, file), "utf8");
  expect(source).toContain(before);
  copy.write({ [file]: source.replace(before, after) });
}

test("npm run dev serves pages with their data, the API, the sign-in provider and the mail at one address", async () => {
  expect(await textOf("/browse")).toMatch(/<title>Browse items[\s\S]+id="nexby-data"[\s\S]+\/src\/app\/main\.tsx/);
  expect(JSON.parse(await textOf("/oidc/.well-known/openid-configuration"))).toMatchObject({
    issuer: `${origin}/oidc`,
  });
  expect(await textOf("/dev/mail")).toContain("Email and text messages");
  expect(await textOf("/sw.js")).toBe(readFileSync(join(copy.folder, "apps/web/public/sw.js"), "utf8"));
  expect((await fetch(`${origin}/src/no-such-module.ts`)).status).toBe(404);
  expect((await fetch(`${origin}/no-such-page`)).status).toBe(404);
});

test("npm run dev shows a changed component without a reload, and serves a changed server file", async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${origin}/browse`);
  const field = page.getByRole("combobox", { name: FIELD }).first();
  await field.fill("a tent for six");

  change(SEARCH_BOX, `aria-label="${FIELD}"`, 'aria-label="What do you need?"');
  const renamed = page.getByRole("combobox", { name: "What do you need?" }).first();
  await renamed.waitFor({ timeout: PATIENCE.waitMs });
  expect(await renamed.inputValue()).toBe("a tent for six");

  change(HEALTH, SUMMARY, "Tell whether the process lives");
  await expect
    .poll(() => textOf("/api/openapi.json"), { timeout: PATIENCE.waitMs, interval: 500 })
    .toContain("Tell whether the process lives");
  expect(errors).toEqual([]);
  await page.close();
});

test("npm run dev says what is wrong with a server file until it is mended", async () => {
  change(HEALTH, "export const checkHealth", "export cons checkHealth");
  await expect
    .poll(() => textOf("/api/health"), { timeout: PATIENCE.waitMs, interval: 500 })
    .toContain("packages/contract/src/admin/operations.ts:");
  change(HEALTH, "export cons checkHealth", "export const checkHealth");
  await expect.poll(() => textOf("/api/health"), { timeout: PATIENCE.waitMs, interval: 500 }).toBe('{"status":"ok"}');
});

test("npm run dev ends its server and database after kill -9 of npm", async () => {
  npm.kill("SIGKILL");
  await closed;
  await expect(fetch(origin)).rejects.toThrow();
});
