import { PASSWORD } from "../support/accounts.ts";
import { answerInTurn, catchReports, type Reply, refusal } from "../support/counted-answers.ts";
import { expect, test } from "../support/test.ts";

const PATH = "/api/auth/email-signin";
const PAUSE_MS = 11_000;

test.use({ expectedProblems: /Failed to load resource|ERR_FAILED/ });

const failures: [what: string, reply: Reply, requests: number][] = [
  ["503", refusal(503, "Not now"), 3],
  ["nothing at all", null, 3],
  ["400", refusal(400, "Not so"), 1],
  ["429", refusal(429, "Not so often"), 1],
];

for (const [what, reply, requests] of failures) {
  test(`[CLIENT-11] a write that gets ${what} is sent ${requests} times under one key`, async ({ page }) => {
    await page.clock.install();
    const reports = await catchReports(page);
    const asked = await answerInTurn(page, PATH, reply);
    await page.goto("/auth?mode=signin");
    await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    for (let sent = 1; sent < requests; sent += 1) {
      await expect.poll(() => asked.length).toBe(sent);
      await page.clock.runFor(PAUSE_MS);
    }
    await expect(page.getByRole("alert")).toContainText("Sign In Failed");
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(requests);
    const keys = asked.map((request) => request.headers()["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(() => reports.map(({ errorType }) => errorType)).toContain("mutation");
    expect(JSON.stringify(reports)).not.toContain(PASSWORD);
  });
}
