import type { Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/accounts.ts";
import { catchReports, refusal, respondInTurn } from "../support/counted-answers.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

const TERMS = "/api/terms/active";
const USER = "/api/auth/user";
const BROKEN = { json: { version: 7 } };
const POLICY = { json: { id: "1", version: 7, content: "Be kind.", createdAt: "2026-01-01T00:00:00.000Z" } };
/** Longer than any pause between two attempts, shorter than the timeout of a call. */
const PAUSE_MS = 11_000;

test.use({ expectedProblems: /Failed to load resource|ERR_FAILED|TypeError|ApiError|SyntaxError|Uncaught|Error: / });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("[ERRS-01][ERRS-05] a page that fails offers to refresh or to try again", async ({ page }) => {
  await withoutPageData(page);
  const requests = await respondInTurn(page, TERMS, BROKEN, BROKEN, POLICY);
  await page.goto("/terms");
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  const reloaded = page.waitForEvent("load");
  await card.getByRole("button", { name: "Refresh Page" }).click();
  await reloaded;
  await expect(card.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  expect(requests).toHaveLength(2);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Be kind.")).toBeVisible();
  await expect(card).toBeHidden();
  expect(requests).toHaveLength(3);
});

test("[ERRS-02][ERRS-05][CALL-01][LOG-05] a lost session is checked for 5 seconds at most, then shows its own screen", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  await page.clock.install();
  const reports = await catchReports(page);
  const requests = await respondInTurn(page, "/api/profile", refusal(401), refusal(401), refusal(401), "real");
  const checks = await respondInTurn(page, USER, "real", "silence");
  // The browser stays on the page, because this response has no content.
  const logins = await respondInTurn(page, "/api/login", { status: 204 });
  await page.goto("/profile");
  for (const attempt of [1, 2]) {
    await expect.poll(() => [requests.length, checks.length]).toEqual([attempt, attempt + 1]);
    await page.clock.runFor(5_000);
  }
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading", { level: 1 })).toHaveText("Session Expired");
  await expect(card.getByText("Authentication Required", { exact: true })).toBeVisible();
  await expect(card.getByRole("paragraph").last()).toHaveText(
    "Your session has expired or there was an authentication error. Please sign in again to continue.",
  );
  await expect
    .poll(() => reports)
    .toContainEqual(expect.objectContaining({ errorType: "authentication", severity: "critical" }));
  expect([requests.length, checks.length, logins.length]).toEqual([3, 3, 1]);

  await card.getByRole("button", { name: "Sign In Again" }).click();
  await expect.poll(() => logins.length).toBe(2);
  expect(new URL(logins[1]?.url() ?? "").pathname).toBe("/api/login");
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("tab", { name: "Personal" })).toBeVisible();
  await expect(card).toBeHidden();
});

test("[ERRS-03] an application that fails shows an error, and the server stores the report", async ({ page }) => {
  await page.route(
    (url) => url.pathname === "/terms",
    async (route) => {
      const response = await route.fetch();
      const broken = (await response.text()).replace(/(id="nexby-data">)/, "$1{");
      await route.fulfill({ response, body: broken });
    },
  );
  const stored = page.waitForResponse("**/api/error-logs");
  await page.goto("/terms");
  await expect(heading(page)).toHaveText("Application Error");
  await expect(
    page.getByText(
      "An unexpected error occurred. Please try refreshing the page or contact support if the problem continues.",
      { exact: true },
    ),
  ).toBeVisible();
  expect((await stored).status()).toBe(201);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(heading(page)).toHaveText("Terms and Conditions");
});

test("[LOG-05][LOG-07] the error log records each kind of error at its level", async ({ page }) => {
  await page.clock.install();
  const reports = await catchReports(page);
  const levels = () => reports.splice(0).map(({ errorType, severity }) => `${errorType} ${severity}`);
  const expectReports = async (...expected: string[]) => {
    await expect.poll(() => reports.length).toBe(expected.length);
    expect(levels().sort()).toEqual(expected);
  };
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));

  const checks = await respondInTurn(page, USER, refusal(500));
  await page.goto("/auth?mode=signin");
  for (const sent of [1, 2]) {
    await expect.poll(() => checks.length).toBe(sent);
    await page.clock.runFor(PAUSE_MS);
  }
  await expect.poll(() => warnings.join()).toContain("The session could not be checked");
  expect(levels(), "a failed session check only warns").toEqual([]);

  await page.evaluate(() => {
    void Promise.reject(new Error("left alone"));
    queueMicrotask(() => {
      throw new RangeError("too far");
    });
  });
  await expectReports("frontend error", "frontend error");

  await respondInTurn(page, "/api/auth/email-signin", refusal(400, "Refused"));
  await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expectReports("api error", "mutation error");

  await respondInTurn(page, TERMS, refusal(500, "Down"), BROKEN, refusal(404, "Gone"));
  await page.evaluate(() => history.pushState(null, "", "/terms"));
  await expectReports("api critical");
  await page.clock.runFor(PAUSE_MS);
  await expect(heading(page)).toHaveText("Something went wrong");
  await expectReports("frontend critical");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expectReports("api error", "query error");
});
