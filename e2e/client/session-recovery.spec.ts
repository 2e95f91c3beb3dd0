import { createAccount } from "../support/accounts.ts";
import { answerInTurn, catchReports, refusal, withoutNews } from "../support/counted-answers.ts";
import { expect, test } from "../support/test.ts";

const PATH = "/api/profile";
const USER = "/api/auth/user";

test.use({ expectedProblems: /status of 401|ERR_FAILED|Authentication failed/ });

test.beforeEach(async ({ page, context }) => {
  await createAccount(context.request);
  await catchReports(page);
  await withoutNews(page);
});

test("[CLIENT-08] a call answered with 401 is sent again while the session is alive", async ({ page }) => {
  const asked = await answerInTurn(page, PATH, refusal(401), refusal(401), "real");
  const checks = await answerInTurn(page, USER, "real");
  await page.goto("/profile");
  await expect(page.getByRole("tab", { name: "Personal" })).toBeVisible();
  expect(asked).toHaveLength(3);
  // One at the start, one between each two attempts.
  expect(checks).toHaveLength(3);
});

test("[CLIENT-08] after the third 401 the browser goes to sign in", async ({ page }) => {
  const asked = await answerInTurn(page, PATH, refusal(401));
  const checks = await answerInTurn(page, USER, "real");
  const logins = await answerInTurn(page, "/api/login", { body: "Sign in here", contentType: "text/html" });
  await page.goto("/profile?tab=security");
  await expect(page).toHaveURL(`/api/login?${new URLSearchParams({ returnTo: "/profile?tab=security" })}`);
  expect([asked.length, checks.length, logins.length]).toEqual([3, 3, 1]);
});

test("[CALL-01] a check of the session that takes 5 s has failed", async ({ page }) => {
  await page.clock.install();
  const asked = await answerInTurn(page, PATH, refusal(401));
  const checks = await answerInTurn(page, USER, "real", "silence");
  await answerInTurn(page, "/api/login", { body: "Sign in here", contentType: "text/html" });
  await page.goto("/profile");
  for (const attempt of [1, 2]) {
    await expect.poll(() => [asked.length, checks.length]).toEqual([attempt, attempt + 1]);
    await page.clock.runFor(5_000);
  }
  await expect(page).toHaveURL(/\/api\/login/);
  expect([asked.length, checks.length]).toEqual([3, 3]);
});
