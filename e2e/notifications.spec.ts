import type { NotificationView } from "@nexby/contract/notifications";
import type { Page } from "@playwright/test";
import { approve, createAccount, readCurrentUser } from "./support/accounts.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { bell } from "./support/shell.ts";
import { expect, test } from "./support/test.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Notifications" });
const entries = (page: Page) => panel(page).getByRole("listitem");

const notification = (changes: Partial<NotificationView>): NotificationView => ({
  id: crypto.randomUUID(),
  type: "other",
  title: "Something happened",
  message: "And this is what.",
  isRead: true,
  createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  actionUrl: null,
  ...changes,
});

test("[STATE-06] a new account is welcomed; a click marks that as read and leads to the profile", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  await page.goto("/credits");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(bell(page)).toHaveText("1");
  await bell(page).click();
  await expect(entries(page)).toContainText(["Welcome to Nexby"]);
  await expect(entries(page).first()).toContainText("less than a minute ago");
  await expect(entries(page).first()).toContainText("Unread");
  await expectAccessible(page);
  await entries(page).first().getByRole("link").click();
  await expect(page).toHaveURL("/profile");
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await page.reload();
  await bell(page).click();
  await expect(entries(page).first()).toContainText("Welcome to Nexby");
  await expect(panel(page).getByText("Unread")).toHaveCount(0);
  const { count } = await (await context.request.get("/api/notifications/count")).json();
  expect(count).toBe(0);
});

test("[STATE-06] all are marked as read at once, in every window", async ({ page, context, browser }) => {
  await createAccount(context.request);
  const user = await readCurrentUser(context.request);
  const other = await context.newPage();
  await other.goto("/credits");
  await expect(bell(other)).toHaveText("1");

  await page.goto("/credits");
  await bell(page).click();
  await expect(entries(page)).toHaveCount(1);
  await approve(browser, user?.id ?? "");
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).first()).toContainText("Your account is approved");
  await expect(bell(other)).toHaveText("2");

  await panel(page).getByRole("button", { name: "Mark all read" }).click();
  await expect(panel(page).getByText("Unread")).toHaveCount(0);
  await expect(bell(page)).toHaveText("");
  await expect(bell(other)).toHaveText("");
  const { count } = await (await context.request.get("/api/notifications/count")).json();
  expect(count).toBe(0);
});

test.describe("when the server does not agree", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("what was shown as read is unread again", async ({ page, context }) => {
    await createAccount(context.request);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/notifications/read-all", async (route) => {
      await held;
      await route.fulfill({ status: 404, json: { message: "No", code: "not_found" } });
    });
    await page.goto("/credits");
    await bell(page).click();
    await panel(page).getByRole("button", { name: "Mark all read" }).click();
    await expect(panel(page).getByText("Unread")).toHaveCount(0);
    await expect(bell(page)).toHaveText("");
    answer();
    await expect(panel(page).getByText("Unread")).toHaveCount(1);
    await expect(bell(page)).toHaveText("1");
  });
});

test("[NOTE-01] says that it loads, and when there is nothing", async ({ page, context }) => {
  await createAccount(context.request);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/notifications", async (route) => {
    await held;
    await route.fulfill({ json: [] });
  });
  await page.goto("/credits");
  await bell(page).click();
  await expect(panel(page).getByText("Loading notifications...", { exact: true })).toBeVisible();
  answer();
  await expect(panel(page).getByText("No notifications yet", { exact: true })).toBeVisible();
  await expect(
    panel(page).getByText("You'll see updates about your rentals and bookings here", { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("leads to pages of our own only", async ({ page, context }) => {
  await createAccount(context.request);
  const list = [
    notification({ title: "Elsewhere", actionUrl: "https://elsewhere.example/" }),
    notification({ title: "Sly", actionUrl: "//elsewhere.example/" }),
    notification({ title: "Ours", actionUrl: "/browse", type: "message" }),
  ];
  await page.route("**/api/notifications", (route) => route.fulfill({ json: list }));
  await page.goto("/credits");
  await bell(page).click();
  await expect(entries(page)).toHaveCount(3);
  await expect(entries(page).getByRole("link")).toHaveCount(1);
  await expect(entries(page).first()).toContainText("3 hours ago");
  await entries(page).getByRole("link", { name: "Ours" }).click();
  await expect(page).toHaveURL("/browse");
});

for (const [count, text] of [
  [99, "99"],
  [100, "99+"],
] as const) {
  test(`[CONST-02] ${count} unread are shown as ${text}`, async ({ page, context }) => {
    await createAccount(context.request);
    await page.route("**/api/notifications/count", (route) => route.fulfill({ json: { count } }));
    await page.goto("/credits");
    await expect(bell(page)).toHaveText(text);
  });
}

test("[CONST-02] [CALL-05] both lists are asked again every 30 seconds and after each write", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  const asked = { list: 0, count: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/notifications") asked.list += 1;
    if (pathname === "/api/notifications/count") asked.count += 1;
  });
  // Without the stream, so that only the clock and the write make it ask.
  await page.route("**/api/events?**", () => undefined);
  await page.clock.install();
  await page.goto("/credits");
  await bell(page).click();
  await expect(entries(page)).toHaveCount(1);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const settled = async () => {
    let before = { list: -1, count: -1 };
    await expect
      .poll(() => {
        const isSame = before.list === asked.list && before.count === asked.count;
        before = { ...asked };
        return isSame;
      })
      .toBe(true);
    return before;
  };
  const first = await settled();
  await page.clock.runFor(29_000);
  expect(await settled()).toEqual(first);
  await page.clock.runFor(1_000);
  await expect.poll(() => asked).toEqual({ list: first.list + 1, count: first.count + 1 });
  await panel(page).getByRole("button", { name: "Mark all read" }).click();
  await expect.poll(() => asked).toEqual({ list: first.list + 2, count: first.count + 2 });
});

test("is used by the keyboard", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/credits");
  await bell(page).focus();
  await page.keyboard.press("Enter");
  await expect(entries(page)).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("button", { name: "Mark all read" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Unread")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(entries(page).first().getByRole("link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});
