import type { Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/accounts.ts";
import { readItems } from "../support/api.ts";
import { pollStill, stopClock } from "../support/clock.ts";
import { catchReports, refusal, respondInTurn } from "../support/counted-answers.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { cardsOf } from "../support/item-cards.ts";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";

const TERMS = "/api/terms/active";
const USER = "/api/auth/user";
const BROKEN = { json: { version: 7 } };
/** Longer than any pause between two attempts, shorter than the timeout of a call. */
const PAUSE_MS = 11_000;

test.use({
  expectedProblems:
    /Failed to load resource|ERR_FAILED|TypeError|ApiError|SyntaxError|Uncaught|CodeNotLoadedError|Error: /,
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("[ERRS-01][ERRS-05] a page whose code or items fail to load offers to refresh or to try again", async ({
  page,
  request,
}) => {
  const items = await readItems(request);
  await withPatience(page);
  await page.goto("/cookie-policy");
  // Every attempt fails: a browser may fetch code again whose preload has failed.
  const code = "**/assets/credits-route-*.js";
  await page.route(code, (route) => route.abort());
  await page.getByRole("link", { name: "Credits" }).click();
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.unroute(code);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(heading(page)).toHaveText("Credits");
  await page.route(code, (route) => route.abort());
  await page.reload();
  await expect(heading(page)).toHaveText("Something went wrong");
  await page.unroute(code);
  await card.getByRole("button", { name: "Refresh Page" }).click();
  await expect(heading(page)).toHaveText("Credits");

  let reject = () => {};
  const released = new Promise<void>((resolve) => {
    reject = resolve;
  });
  await page.route(
    "**/api/items",
    async (route) => {
      await released;
      await route.fulfill({ status: 400, json: { message: "No" } });
    },
    { times: 1 },
  );
  await page.evaluate(() => history.pushState(null, "", "/browse?view=list"));
  const skeleton = page.getByText("Loading items").locator("..");
  // A response usually arrives before a skeleton would be noticed.
  await expect(skeleton).toHaveCSS("animation-delay", "0.15s");
  await expect(skeleton).toHaveCSS("opacity", "1");
  reject();
  await expect(card.getByRole("heading")).toHaveText("Something went wrong");
  await expect(skeleton).toBeHidden();
  await expect(card.getByRole("button", { name: "Refresh Page" })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);
  await expect(card).toBeHidden();
});

test("[ERRS-02][ERRS-05][CALL-01][LOG-05] a lost session is checked for 5 seconds at most, then shows its own screen", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  await stopClock(page);
  const reports = await catchReports(page);
  const requests = await respondInTurn(page, "/api/profile", refusal(401), refusal(401), refusal(401), "real");
  const checks = await respondInTurn(page, USER, "real", "silence");
  // The browser stays on the page, because this response has no content.
  const logins = await respondInTurn(page, "/api/login", { status: 204 });
  await page.goto("/profile");
  for (const attempt of [1, 2]) {
    await pollStill(page, () => [requests.length, checks.length]).toEqual([attempt, attempt + 1]);
    await page.clock.runFor(5_000);
  }
  const card = page.getByRole("alert");
  const title = card.getByRole("heading", { level: 1 });
  await pollStill(page, () => title.isVisible()).toBe(true);
  await expect(title).toHaveText("Session Expired");
  await expect(card.getByText("Authentication Required", { exact: true })).toBeVisible();
  await expect(card.getByRole("paragraph").last()).toHaveText(
    "Your session has expired or there was an authentication error. Please sign in again to continue.",
  );
  await pollStill(page, () => reports).toContainEqual(
    expect.objectContaining({ errorType: "authentication", severity: "critical" }),
  );
  await pollStill(page, () => [requests.length, checks.length, logins.length]).toEqual([3, 3, 1]);

  await page.clock.resume();
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
  await stopClock(page);
  const reports = await catchReports(page);
  const levels = () => reports.splice(0).map(({ errorType, severity }) => `${errorType} ${severity}`);
  const expectReports = async (...expected: string[]) => {
    await pollStill(page, () => reports.length).toBe(expected.length);
    expect(levels().sort()).toEqual(expected);
  };
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));

  const checks = await respondInTurn(page, USER, refusal(500));
  await page.goto("/auth?mode=signin");
  for (const sent of [1, 2]) {
    await pollStill(page, () => checks.length).toBe(sent);
    await page.clock.runFor(PAUSE_MS);
  }
  await pollStill(page, () => warnings.join()).toContain("The session could not be checked");
  expect(levels(), "a failed session check only warns").toEqual([]);

  await page.evaluate(() => {
    void Promise.reject(new Error("left alone"));
    queueMicrotask(() => {
      throw new RangeError("too far");
    });
  });
  await expectReports("frontend error", "frontend error");

  await respondInTurn(page, "/api/auth/email-signin", refusal(400, "Refused"));
  const email = page.getByRole("textbox", { name: "Email" });
  await pollStill(page, () => email.count()).toBe(1);
  await email.fill("robin@nexby.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expectReports("api error", "mutation error");

  await respondInTurn(page, TERMS, refusal(500, "Down"), BROKEN, refusal(404, "Gone"));
  await page.evaluate(() => history.pushState(null, "", "/terms"));
  await expectReports("api critical");
  await page.clock.runFor(PAUSE_MS);
  await pollStill(page, () => heading(page).allTextContents()).toEqual(["Something went wrong"]);
  await expectReports("frontend critical");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expectReports("api error", "query error");
});
