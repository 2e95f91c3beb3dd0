import { answerInTurn, catchReports, type Reply, refusal } from "../support/counted-answers.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

const PATH = "/api/terms/active";
const POLICY = { json: { id: "1", version: 7, content: "Be kind.", createdAt: "2026-01-01T00:00:00.000Z" } };
/** Longer than any pause between two tries. */
const PAUSE_MS = 11_000;

test.use({ expectedProblems: /Failed to load resource|ERR_FAILED/ });

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await withoutPageData(page);
  await catchReports(page);
});

const MOST_BYTES = 10 * 1024 * 1024;
const tooLong = JSON.stringify({ content: "x".repeat(MOST_BYTES) });

const hopeless: [what: string, reply: Reply, requests: number][] = [
  ["503", refusal(503), 4],
  ["408", refusal(408), 4],
  ["429", refusal(429), 4],
  ["nothing at all", null, 4],
  ["what is no JSON", { body: "<h1>Hello</h1>", contentType: "text/html" }, 4],
  ["400", refusal(400), 1],
  ["404", refusal(404), 1],
  ["an answer above 10 MB", { body: tooLong, contentType: "application/json" }, 1],
];

for (const [what, reply, requests] of hopeless) {
  test(`[CLIENT-11] a read that gets ${what} is sent ${requests} times, then the page says so`, async ({ page }) => {
    const asked = await answerInTurn(page, PATH, reply);
    await page.goto("/terms");
    for (let sent = 1; sent < requests; sent += 1) {
      await expect.poll(() => asked.length).toBe(sent);
      await expect(page.getByText("Something went wrong")).toBeHidden();
      await page.clock.runFor(PAUSE_MS);
    }
    await expect(page.getByRole("alert").getByRole("heading")).toHaveText("Something went wrong");
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(requests);
  });
}

for (const reply of [503, 408, 429] as const) {
  test(`[CLIENT-11] a read that succeeds after ${reply} shows what it read`, async ({ page }) => {
    const asked = await answerInTurn(page, PATH, refusal(reply, "Later", { "retry-after": "1" }), POLICY);
    await page.goto("/terms");
    await expect.poll(() => asked.length).toBe(1);
    await page.clock.runFor(PAUSE_MS);
    await expect(page.getByText("Be kind.")).toBeVisible();
    expect(asked).toHaveLength(2);
  });
}

test("[CLIENT-09] a read that is not answered within 15 s is given up and sent again", async ({ page }) => {
  const asked = await answerInTurn(page, PATH, "silence", POLICY);
  await page.goto("/terms");
  await expect.poll(() => asked.length).toBe(1);
  const givenUp = page.waitForEvent("requestfailed", (request) => request.url().endsWith(PATH));
  await page.clock.runFor(15_000);
  await givenUp;
  await page.clock.runFor(PAUSE_MS);
  await expect(page.getByText("Be kind.")).toBeVisible();
  expect(asked).toHaveLength(2);
});

test("[CLIENT-11] a read is good for 5 minutes, and nobody's focus makes it anew", async ({ page }) => {
  const asked = await answerInTurn(page, PATH, POLICY);
  await page.goto("/terms");
  await expect(page.getByText("Be kind.")).toBeVisible();
  const away = async () => {
    await page.getByRole("link", { name: "Cookie Policy" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cookie Policy");
    await page.goBack();
    await expect(page.getByText("Be kind.")).toBeVisible();
  };
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.clock.runFor(4 * 60_000);
  await away();
  expect(asked).toHaveLength(1);
  await page.clock.runFor(61_000);
  await away();
  await expect.poll(() => asked.length).toBe(2);
});

test("[CLIENT-01] every call has our headers and the stored token", async ({ page }) => {
  const asked = await answerInTurn(page, PATH, POLICY);
  await page.addInitScript(() => sessionStorage.setItem("auth_token", "abc.def"));
  await page.goto("/terms");
  await expect(page.getByText("Be kind.")).toBeVisible();
  expect(await asked[0]?.allHeaders()).toMatchObject({
    "content-type": "application/json",
    "x-requested-with": "XMLHttpRequest",
    authorization: "Bearer abc.def",
  });
});
