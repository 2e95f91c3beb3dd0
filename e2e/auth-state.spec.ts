import type { BrowserContext, Page } from "@playwright/test";
import { accountButton, createAccount, PASSWORD, signInAs } from "./support/accounts.ts";
import { answerInTurn, refusal, withoutNews } from "./support/counted-answers.ts";
import { expect, test } from "./support/test.ts";

const USER = "/api/auth/user";
const STATE_KEY = "nx_auth_state";

test.use({ expectedProblems: /status of 401|ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

const signInLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Sign In" });

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => sessionStorage.getItem(name), key);

test.beforeEach(async ({ page }) => {
  await withoutNews(page);
});

/** Somebody's page that is open and known to this tab. */
async function openPage(page: Page, context: BrowserContext) {
  const person = await createAccount(context.request);
  await page.goto("/credits");
  await expect(accountButton(page)).toBeVisible();
  return person;
}

test("[STATE-01] who is signed in is remembered for this tab, and shown before the server answers", async ({
  page,
  context,
}) => {
  const { email } = await openPage(page, context);
  expect(JSON.parse((await stored(page, STATE_KEY)) ?? "")).toMatchObject({ user: { email } });
  const asked = await answerInTurn(page, USER, "silence");
  await page.reload();
  await expect(accountButton(page)).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
});

test("[STATE-01] [ROUTE-06] after 5 minutes it is not believed: a spinner shows until the server has answered", async ({
  page,
  context,
}) => {
  await openPage(page, context);
  await page.evaluate((key) => {
    const state = JSON.parse(sessionStorage.getItem(key) ?? "");
    sessionStorage.setItem(key, JSON.stringify({ ...state, checkedAt: Date.now() - 5 * 60_000 }));
  }, STATE_KEY);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${USER}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/profile");
  const spinner = page.getByRole("status").filter({ hasText: "Loading..." });
  await expect(spinner).toBeVisible();
  const box = await spinner.boundingBox();
  expect(box).toMatchObject(page.viewportSize() ?? {});
  await expect(accountButton(page)).toBeHidden();
  answer();
  await expect(page.getByRole("tab", { name: "Personal" })).toBeVisible();
  await expect(spinner).toBeHidden();
});

test("[CALL-01] the server is asked at the start, on focus and every 30 s while somebody is signed in", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await createAccount(context.request);
  const asked = await answerInTurn(page, USER, "real");
  await page.goto("/credits");
  await expect(accountButton(page)).toBeVisible();
  expect(asked).toHaveLength(1);
  const checkedAt = async () => JSON.parse((await stored(page, STATE_KEY)) ?? "").checkedAt;
  /** Whether the answer has come is seen by what is stored: while a check is under way there is no other. */
  const afterwards = async (act: () => Promise<void>, expected: number) => {
    const before = await checkedAt();
    await page.clock.runFor(1);
    await act();
    await expect.poll(checkedAt).toBeGreaterThan(before);
    expect(asked).toHaveLength(expected);
  };
  await afterwards(() => page.evaluate(() => void dispatchEvent(new Event("focus"))), 2);
  await afterwards(() => page.clock.runFor(30_000), 3);
  await afterwards(() => page.clock.runFor(30_000), 4);
  // What is known already is not sent again.
  expect(await asked.at(-1)?.headerValue("if-none-match")).toBeTruthy();
  expect((await asked.at(-1)?.response())?.status()).toBe(304);
  await expect(accountButton(page)).toBeVisible();
});

test("[CALL-01] a visitor is not asked about again", async ({ page }) => {
  await page.clock.install();
  const asked = await answerInTurn(page, USER, "real");
  await page.goto("/credits");
  await expect(signInLink(page)).toBeVisible();
  // Less than the five minutes after which a part of the page that comes late would ask by itself.
  await page.clock.runFor(4 * 60_000);
  expect(asked).toHaveLength(1);
});

test("[STATE-02] a 401 on a periodic check forgets the person, the stored state and the token", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await openPage(page, context);
  await page.evaluate(() => sessionStorage.setItem("auth_token", "abc"));
  await answerInTurn(page, USER, refusal(401));
  await page.clock.runFor(30_000);
  await expect(signInLink(page)).toBeVisible();
  expect([await stored(page, STATE_KEY), await stored(page, "auth_token")]).toEqual([null, null]);
});

test("a check that gets no answer changes nothing", async ({ page, context }) => {
  await page.clock.install();
  await openPage(page, context);
  const asked = await answerInTurn(page, USER, null);
  for (const expected of [1, 2, 3]) {
    await page.clock.runFor(30_000);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(expected);
  }
  await expect(accountButton(page)).toBeVisible();
  expect(await stored(page, STATE_KEY)).not.toBeNull();
});

test("[STATE-03] signing out clears what is stored and cached, then goes to /api/logout", async ({ page, context }) => {
  await openPage(page, context);
  await page.evaluate(() => sessionStorage.setItem("auth_token", "abc"));
  const logouts = await answerInTurn(page, "/api/logout", "real");
  await accountButton(page).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(signInLink(page)).toBeVisible();
  expect(logouts).toHaveLength(1);
  expect([await stored(page, STATE_KEY), await stored(page, "auth_token")]).toEqual([null, null]);
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/auth/);
});

test("[STATE-04] a token in the address is stored, taken out of it, and the person read anew", async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  const answer = await elsewhere.post("/api/auth/email-signin", { data: { email, password: PASSWORD } });
  const { token } = (await answer.json()) as { token: string };
  const asked = await answerInTurn(page, USER, "real");
  await page.goto(`/credits?auth_token=${token}&from=mail#top`);
  await expect(page).toHaveURL("/credits?from=mail#top");
  await expect(accountButton(page)).toBeVisible();
  expect(await stored(page, "auth_token")).toBe(token);
  expect(await asked[0]?.headerValue("authorization")).toBe(`Bearer ${token}`);
  expect(JSON.parse((await stored(page, STATE_KEY)) ?? "")).toMatchObject({ user: { email } });
  await elsewhere.dispose();
});

test("a session ended elsewhere is noticed when somebody comes back to the page", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const { email } = await openPage(page, context);
  const elsewhere = await playwright.request.newContext({ baseURL });
  await signInAs(elsewhere, email, PASSWORD);
  await elsewhere.delete("/api/auth/sessions");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(signInLink(page)).toBeVisible();
  await elsewhere.dispose();
});
