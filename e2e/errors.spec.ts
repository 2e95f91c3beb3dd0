import { createAccount } from "./support/accounts.ts";
import { answerInTurn, catchReports, refusal } from "./support/counted-answers.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";
import { withoutPageData } from "./support/without-data.ts";

const TERMS = "/api/terms/active";
const POLICY = { json: { id: "1", version: 7, content: "Be kind.", createdAt: "2026-01-01T00:00:00.000Z" } };

test.use({ expectedProblems: /Failed to load resource|ERR_FAILED|TypeError|ApiError|SyntaxError|Uncaught|Error: / });

test("[ERRS-01] [ERRS-05] [LOG-05] a page that breaks shows a card, is reported as critical and comes back with Try Again", async ({
  page,
}) => {
  const reports = await catchReports(page);
  await withoutPageData(page);
  await answerInTurn(page, TERMS, { json: { version: 7 } }, POLICY);
  await page.goto("/terms");
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await expect(card.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expect
    .poll(() => reports)
    .toContainEqual(expect.objectContaining({ errorType: "frontend", severity: "critical" }));
  await expectAccessible(page);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Be kind.")).toBeVisible();
  await expect(card).toBeHidden();
});

test("[ERRS-01] a page that breaks can be loaded anew", async ({ page }) => {
  await withoutPageData(page);
  await answerInTurn(page, TERMS, { json: { version: 7 } }, POLICY);
  await page.goto("/terms");
  await page.getByRole("alert").getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByText("Be kind.")).toBeVisible();
});

test("[ERRS-02] [ERRS-05] [LOG-05] a session that is lost for good shows its own screen", async ({ page, context }) => {
  await createAccount(context.request);
  const reports = await catchReports(page);
  await answerInTurn(page, "/api/profile", refusal(401), refusal(401), refusal(401), "real");
  // The browser stays where it is: nothing is there to go to.
  const logins = await answerInTurn(page, "/api/login", { status: 204 });
  await page.goto("/profile");
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading", { level: 1 })).toHaveText("Session Expired");
  await expect(card.getByText("Authentication Required", { exact: true })).toBeVisible();
  await expect(card.getByRole("paragraph").last()).toHaveText(
    "Your session has expired or there was an authentication error. Please sign in again to continue.",
  );
  await expect
    .poll(() => reports)
    .toContainEqual(expect.objectContaining({ errorType: "authentication", severity: "critical" }));
  await expectAccessible(page);

  expect(logins).toHaveLength(1);
  await card.getByRole("button", { name: "Sign In Again" }).click();
  await expect
    .poll(() => logins.map((request) => new URL(request.url()).pathname))
    .toEqual(["/api/login", "/api/login"]);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("tab", { name: "Personal" })).toBeVisible();
  await expect(card).toBeHidden();
});

test("[ERRS-03] when everything breaks, the application says so", async ({ page }) => {
  await page.route(
    (url) => url.pathname === "/terms",
    async (route) => {
      const response = await route.fetch();
      const broken = (await response.text()).replace(/(id="nexby-data">)/, "$1{");
      await route.fulfill({ response, body: broken });
    },
  );
  await page.goto("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Application Error");
  await expect(
    page.getByText(
      "An unexpected error occurred. Please try refreshing the page or contact support if the problem continues.",
      { exact: true },
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms and Conditions");
});

test.describe("the error log", () => {
  test("[LOG-05] [LOG-07] is told of calls and reads that fail", async ({ page }) => {
    const reports = await catchReports(page);
    await withoutPageData(page);
    await answerInTurn(page, TERMS, refusal(404, "Nothing there"));
    await page.goto("/terms?secret=1");
    await expect(page.getByRole("alert")).toBeVisible();
    await expect
      .poll(() => reports.map(({ errorType, severity, errorMessage, url }) => [errorType, severity, errorMessage, url]))
      .toEqual([
        ["api", "error", "Nothing there", new URL("/terms", page.url()).href],
        ["query", "error", "Nothing there", new URL("/terms", page.url()).href],
      ]);
    expect(reports[0]).toMatchObject({
      requestData: { method: "GET", path: TERMS, status: 404 },
      userJourney: ["/terms"],
    });
  });

  test("[LOG-05] a server that fails is critical", async ({ page }) => {
    await page.clock.install();
    const reports = await catchReports(page);
    await withoutPageData(page);
    await answerInTurn(page, TERMS, refusal(500, "Broken"), POLICY);
    await page.goto("/terms");
    await expect.poll(() => reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ errorType: "api", severity: "critical", errorMessage: "Broken" });
  });

  test("[LOG-05] is told what nobody caught, and what nobody waited for", async ({ page }) => {
    const reports = await catchReports(page);
    await page.goto("/credits");
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError("too far");
      });
      void Promise.reject(new Error("left alone"));
    });
    await expect
      .poll(() => reports.map(({ errorType, severity, errorMessage }) => [errorType, severity, errorMessage]).sort())
      .toEqual([
        ["frontend", "error", "left alone"],
        ["frontend", "error", "too far"],
      ]);
  });

  test("[LOG-05] hears nothing of a session that could not be checked, which the console does", async ({ page }) => {
    await page.clock.install();
    const reports = await catchReports(page);
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    const asked = await answerInTurn(page, "/api/auth/user", refusal(500));
    await page.goto("/credits");
    for (const expected of [1, 2]) {
      await expect.poll(() => asked.length).toBe(expected);
      await page.clock.runFor(11_000);
    }
    await expect.poll(() => warnings.join()).toContain("The session could not be checked");
    expect(reports).toEqual([]);
  });

  test("is kept by the server", async ({ page }) => {
    await page.goto("/credits");
    const kept = page.waitForResponse("**/api/error-logs");
    await page.evaluate(() => void Promise.reject(new Error("left alone")));
    expect((await kept).status()).toBe(201);
  });
});
