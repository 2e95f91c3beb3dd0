import type { Page } from "@playwright/test";
import { approve, createAccount, readCurrentUser, signInAsDemo } from "./support/accounts.ts";
import { readAllItems, readDemoItems } from "./support/api.ts";
import { dollars } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Address, heading, and what an empty page says will be there. */
const PAGES: readonly [path: string, heading: string, text: string][] = [
  ["/messages", "Messages", "No messages yet"],
  ["/disputes", "Disputes", "No open disputes"],
  ["/booking-requests", "Booking requests", "No requests to answer"],
  ["/my-bookings", "My bookings", "No upcoming bookings"],
  ["/my-listings", "My listings", "No listings yet"],
  ["/my-support", "My support", "No messages to support"],
];

for (const [path, title, text] of PAGES) {
  test(`${path.replace(/[\da-f-]{36}/, "{id}")} says whose it is and what will be there`, async ({ page, context }) => {
    await createAccount(context.request, "Nora Quill");
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Nexby`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2, name: text })).toBeVisible();
    await expect(main.getByText("Nora Quill", { exact: true })).toBeVisible();
    await context.request.patch("/api/profile", { data: { firstName: "Honor" } });
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(main.getByText("Honor Quill", { exact: true })).toBeVisible();
  });
}

test("tabs survive a reload", async ({ page, context }) => {
  await signInAsDemo(context, "omar");
  await page.goto("/my-bookings");
  await page.getByRole("tab", { name: "Past" }).click();
  await expect(page).toHaveURL("/my-bookings?tab=past");
  await page.reload();
  await expect(page.getByRole("tabpanel")).toContainText("Rentals that are over stay here.");
});

test("[HELP-01] what was written to support is shown with its status and priority, to its writer only", async ({
  page,
  context,
}) => {
  const { email } = await createAccount(context.request, "Ida Asks");
  const message = { name: "Ida Asks", email, subject: "Lost key", message: "The box is locked.\nWhat now?" };
  expect((await context.request.post("/api/help-messages", { data: message })).status()).toBe(201);
  await page.goto("/my-support");
  const entry = page.getByRole("list", { name: "Messages to support" }).getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await expect(entry.getByRole("heading", { name: "Lost key" })).toBeVisible();
  for (const text of ["Open", "Normal priority", "less than a minute ago"]) {
    await expect(entry.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(entry.getByText("The box is locked. What now?")).toBeVisible();
  await page.getByRole("link", { name: "Write to us" }).click();
  await expect(page).toHaveURL("/help-center");

  await signInAsDemo(context, "omar");
  await page.goto("/my-support");
  await expect(heading(page)).toHaveText("My support");
  await expect(page.getByText("Lost key")).toHaveCount(0);
});

test("[CALL-05] notifications are listed and marked as read all at once", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/notifications");
  await expect(heading(page)).toHaveText("Notifications");
  const entry = page.getByRole("main").getByRole("list", { name: "Notifications" }).getByRole("listitem");
  await expect(entry).toContainText(["Welcome to Nexby"]);
  await expect(entry.first()).toContainText("Unread");
  await page.getByRole("main").getByRole("button", { name: "Mark all read" }).click();
  await expect(entry.first()).not.toContainText("Unread");
  await expect.poll(async () => (await context.request.get("/api/notifications/count")).json()).toEqual({ count: 0 });
});

test("the history of notifications is filtered by type and read state, and comes page by page", async ({
  page,
  context,
  browser,
}) => {
  await createAccount(context.request);
  await approve(browser, (await readCurrentUser(context.request))?.id ?? "");
  const all: { title: string }[] = await (await context.request.get("/api/notifications")).json();
  expect(all.length).toBeGreaterThan(1);
  await page.route(/\/api\/notifications\?/, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "1");
    return route.continue({ url: url.href });
  });
  await page.goto("/notification-history?isRead=false");
  const entries = page.getByRole("list", { name: "Notification history" }).getByRole("listitem");
  await expect(entries).toHaveCount(1);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(1)).toContainText(all[1]?.title ?? "");

  await page.getByLabel("Type").selectOption("Payments");
  await expect(page).toHaveURL("/notification-history?type=payment&isRead=false");
  await expect(page.getByText("Nothing matches what you chose.")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page).toHaveURL("/notification-history");
  await expect(entries.first()).toContainText(all[0]?.title ?? "");

  await context.request.put("/api/notifications/read-all");
  await page.getByLabel("Read or not").selectOption("Unread");
  await expect(page.getByText("Nothing matches what you chose.")).toBeVisible();
  await page.getByLabel("Read or not").selectOption("Read");
  await expect(entries.first()).toContainText(all[0]?.title ?? "");
});

test.describe("listings", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("an owner sees all of their own, and each as it is stored", async ({ page, context, request }) => {
    await signInAsDemo(context, "sam");
    const me = await readCurrentUser(context.request);
    const own = (await readAllItems(request)).filter(({ ownerId }) => ownerId === me?.id);
    await page.goto("/my-listings");
    const listings = page.getByRole("list", { name: "Your listings" }).getByRole("listitem");
    await expect(listings.getByRole("heading")).toHaveText(own.map(({ title }) => title));
    const [first] = own;
    await expect(listings.first()).toContainText(`${dollars(first?.dailyRate ?? "")} / day`);
    await page.getByRole("link", { name: `Edit ${first?.title}` }).click();
    await expect(page).toHaveURL(`/listings/${first?.id}/edit`);
    await expect(heading(page)).toHaveText(`Edit ${first?.title}`);
    await expect(page).toHaveTitle(`Edit ${first?.title} · Nexby`);

    await signInAsDemo(context, "omar");
    await page.goto(`/listings/${first?.id}/edit`);
    await expect(heading(page)).toHaveText("Listing not found");
  });
});

test("listing says what an account still needs, and where", async ({ page, context }) => {
  await createAccount(context.request, "Lars Lister");
  await page.goto("/create-listing");
  await expect(heading(page)).toHaveText("List an item");
  const main = page.getByRole("main");
  await page.getByRole("dialog", { name: "Complete Your Profile" }).getByRole("button", { name: "Cancel" }).click();
  await expect(main.getByText("You can list items once an administrator approves you.")).toBeVisible();
  await expect(
    main.getByText("To list items for rent, please complete your profile with the required information."),
  ).toBeVisible();
  const missing = main.getByRole("list", { name: "Missing information" }).getByRole("listitem");
  await expect(missing).toHaveText(["Phone number", "City", "State"]);
  await main.getByRole("link", { name: "Complete Profile" }).click();
  await expect(page).toHaveURL("/profile");

  await signInAsDemo(context, "omar");
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/create-listing");
  await expect(main.getByRole("heading", { level: 2, name: "Photos" })).toBeVisible();
  await expect(missing).toHaveCount(0);
});

test.describe("asking for an item", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("shows the item and its price, and says why it cannot be had", async ({ page, context, request }) => {
    await signInAsDemo(context, "sam");
    const me = await readCurrentUser(context.request);
    const items = await readDemoItems(request);
    const [own, others] = [true, false].map((isOwn) => items.find(({ ownerId }) => (ownerId === me?.id) === isOwn));
    const main = page.getByRole("main");
    await page.goto(`/combined-checkout/${others?.id}`);
    await expect(heading(page)).toHaveText("Request to book");
    await expect(main.getByRole("link", { name: others?.title })).toBeVisible();
    await expect(main.getByText("Choose the first day.")).toBeVisible();
    await expect(main.getByRole("complementary", { name: "Price" })).toContainText(
      "Choose your dates to see the price.",
    );
    await page.goto(`/combined-checkout/${own?.id}`);
    await expect(main.getByText("This is your own listing.")).toBeVisible();
    await page.goto(`/combined-checkout/${crypto.randomUUID()}`);
    await expect(heading(page)).toHaveText("Listing not found");
    await page.goto(`/checkout/${crypto.randomUUID()}`);
    await expect(main.getByRole("heading", { level: 2, name: "Nothing to pay here" })).toBeVisible();
  });

  test("says what an account still needs to rent", async ({ page, context, request }) => {
    await createAccount(context.request);
    const user = await readCurrentUser(context.request);
    await page.route("**/api/auth/user", (route) => route.fulfill({ json: { ...user, lastName: null } }));
    const [item] = await readDemoItems(request);
    await page.goto(`/combined-checkout/${item?.id}`);
    const main = page.getByRole("main");
    await expect(main.getByText("You can rent items once an administrator approves you.").first()).toBeVisible();
    await expect(
      main.getByText("To rent items, please complete your profile with the required information."),
    ).toBeVisible();
    await expect(main.getByRole("list", { name: "Missing information" }).getByRole("listitem")).toHaveText([
      "Last name",
    ]);
    await expect(main.getByRole("button", { name: "Request to book" })).toBeDisabled();
  });
});
