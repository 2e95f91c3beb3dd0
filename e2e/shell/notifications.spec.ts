import type { Page } from "@playwright/test";
import { approve, createAccount, readCurrentUser } from "../support/accounts.ts";
import { withPatience } from "../support/patience.ts";
import { bell } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Notifications" });
const entries = (page: Page) => panel(page).getByRole("listitem");

test("[STATE-06][NOTE-01][CONST-02][CALL-05] the panel follows clicks in every window, shows when it is loading or empty, polls every 30 seconds and counts to 99+", async ({
  page,
  context,
  browser,
}) => {
  await createAccount(context.request);
  const user = await readCurrentUser(context.request);
  const other = await context.newPage();
  await other.goto("/credits");
  await expect(bell(other)).toHaveText("1");

  await test.step("the panel opens and closes with the keyboard", async () => {
    await page.goto("/credits");
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    await bell(page).focus();
    await page.keyboard.press("Enter");
    await expect(entries(page)).toContainText(["Welcome to Nexby"]);
    await expect(entries(page).first()).toContainText(/minutes? ago/);
    await expect(entries(page).first()).toContainText("Unread");
    await page.keyboard.press("Tab");
    await expect(panel(page).getByRole("button", { name: "Mark all as read" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(entries(page).first().getByRole("link")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toBeFocused();
  });

  await test.step("a new notification and a click on an entry reach every window", async () => {
    await bell(page).click();
    await approve(browser, user?.id ?? "");
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).first()).toContainText("Your account is approved");
    await expect(bell(other)).toHaveText("2");
    await entries(page).last().getByRole("link").click();
    await expect(page).toHaveURL("/profile");
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    await expect(bell(other)).toHaveText("1");
  });

  await test.step("“Mark all as read” reaches every window and the server", async () => {
    await bell(page).click();
    await expect(panel(page).getByText("Unread")).toHaveCount(1);
    await panel(page).getByRole("button", { name: "Mark all as read" }).click();
    await expect(panel(page).getByText("Unread")).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    await expect(bell(other)).toHaveText("");
    const stored: { isRead: boolean }[] = await (await context.request.get("/api/notifications")).json();
    expect(stored.map(({ isRead }) => isRead)).toEqual([true, true]);
    await other.close();
  });

  const requests = { list: 0, count: 0 };
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/notifications", async (route) => {
    requests.list += 1;
    await released;
    await route.fulfill({ json: [] });
  });
  let count = 99;
  await page.route("**/api/notifications/count", (route) => {
    requests.count += 1;
    return route.fulfill({ json: { count } });
  });
  await test.step("the panel says that it is loading, or empty", async () => {
    // Without the event stream, only the clock makes the page refetch.
    await page.route("**/api/events?**", () => undefined);
    await page.clock.install();
    await withPatience(page);
    await page.goto("/credits");
    await expect(bell(page)).toHaveText("99");
    await bell(page).click();
    await expect(panel(page).getByText("Loading notifications...", { exact: true })).toBeVisible();
    release();
    await expect(panel(page).getByText("No notifications yet", { exact: true })).toBeVisible();
    await expect(
      panel(page).getByText("You'll see updates about your rentals and bookings here", { exact: true }),
    ).toBeVisible();
  });

  await test.step("the list and the count are fetched every 30 seconds", async () => {
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const settled = async () => {
      let before = { list: -1, count: -1 };
      await expect
        .poll(() => {
          const isSame = before.list === requests.list && before.count === requests.count;
          before = { ...requests };
          return isSame;
        })
        .toBe(true);
      return before;
    };
    const first = await settled();
    count = 100;
    await page.clock.runFor(29_000);
    expect(await settled()).toEqual(first);
    await expect(bell(page)).toHaveText("99");
    await page.clock.runFor(1_000);
    await expect.poll(() => requests).toEqual({ list: first.list + 1, count: first.count + 1 });
    // A timer shows the response.
    await page.clock.resume();
    await expect(bell(page)).toHaveText("99+");
  });
});
