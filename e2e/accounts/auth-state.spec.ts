import type { Page } from "@playwright/test";
import { accountButton, createAccount, PASSWORD, signInAs } from "../support/accounts.ts";
import { pollStill, stopClock } from "../support/clock.ts";
import { respondInTurn, withoutLiveEvents } from "../support/counted-answers.ts";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";

const USER = "/api/auth/user";
const STATE_KEY = "nx_auth_state";
const TOKEN_KEY = "auth_token";

test.use({ expectedProblems: /status of 401|ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

const signInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign In" });

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => sessionStorage.getItem(name), key);

const storedState = async (page: Page) => JSON.parse((await stored(page, STATE_KEY)) ?? "null");

test.beforeEach(async ({ page }) => {
  await withoutLiveEvents(page);
});

test("[STATE-01][ROUTE-06] a tab remembers its user for 5 minutes; after that a spinner waits for the server", async ({
  page,
  context,
}) => {
  const { email } = await createAccount(context.request);
  await withPatience(page);
  await page.goto("/credits");
  await expect(accountButton(page)).toBeVisible();
  expect(await storedState(page)).toMatchObject({ user: { email } });

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  await page.route(`**${USER}`, async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(accountButton(page)).toBeVisible();
  await expect.poll(() => requests).toBe(1);

  await page.evaluate((key) => {
    const state = JSON.parse(sessionStorage.getItem(key) ?? "");
    sessionStorage.setItem(key, JSON.stringify({ ...state, checkedAt: Date.now() - 5 * 60_000 }));
  }, STATE_KEY);
  await page.goto("/profile");
  const spinner = page.getByRole("status").filter({ hasText: "Loading..." });
  await expect(spinner).toBeVisible();
  expect(await spinner.boundingBox()).toMatchObject(page.viewportSize() ?? {});
  await expect(accountButton(page)).toBeHidden();
  release();
  await expect(page.getByRole("tab", { name: "Personal" })).toBeVisible();
  await expect(spinner).toBeHidden();
});

test("[CALL-01][STATE-02][STATE-04] a token in the URL signs in; the session is checked on focus and every 30 seconds until it has ended elsewhere", async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  const response = await elsewhere.post("/api/auth/email-signin", { data: { email, password: PASSWORD } });
  const { token } = (await response.json()) as { token: string };
  await stopClock(page);
  const requests = await respondInTurn(page, USER, "real");
  await page.goto(`/credits?auth_token=${token}&from=mail#top`);
  await expect(page).toHaveURL("/credits?from=mail#top");
  await pollStill(page, () => accountButton(page).isVisible()).toBe(true);
  expect(requests).toHaveLength(1);
  expect(await stored(page, TOKEN_KEY)).toBe(token);
  expect(await requests[0]?.headerValue("authorization")).toBe(`Bearer ${token}`);
  expect(await storedState(page)).toMatchObject({ user: { email } });

  const checkedAt = async () => (await storedState(page)).checkedAt;
  /** The stored time shows that the response has arrived: there are no other responses during a check. */
  const afterwards = async (action: () => Promise<void>, expected: number) => {
    const before = await checkedAt();
    await page.clock.runFor(1);
    await action();
    await pollStill(page, checkedAt).toBeGreaterThan(before);
    expect(requests).toHaveLength(expected);
  };
  await afterwards(() => page.evaluate(() => void dispatchEvent(new Event("focus"))), 2);
  await afterwards(() => page.clock.runFor(30_000), 3);
  await afterwards(() => page.clock.runFor(30_000), 4);
  expect(await requests.at(-1)?.headerValue("if-none-match")).toBeTruthy();
  expect((await requests.at(-1)?.response())?.status(), "an unchanged user is not sent again").toBe(304);
  await expect(accountButton(page)).toBeVisible();

  await signInAs(elsewhere, email, PASSWORD);
  await elsewhere.delete("/api/auth/sessions");
  await page.clock.runFor(30_000);
  await pollStill(page, () => signInLink(page).isVisible()).toBe(true);
  expect([await stored(page, STATE_KEY), await stored(page, TOKEN_KEY)]).toEqual([null, null]);
  // Less than the 5 minutes after which another part of the page would refetch by itself.
  await page.clock.runFor(4 * 60_000);
  expect(requests, "a visitor is not checked").toHaveLength(5);
  await elsewhere.dispose();
});
