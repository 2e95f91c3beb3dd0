import type { Page } from "@playwright/test";
import { accountButton, approve, createAccount, readCurrentUser, signInAsDemo } from "./support/accounts.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { bell, isPhone, searchField } from "./support/shell.ts";
import { expect, test } from "./support/test.ts";

const banner = (page: Page) => page.getByRole("banner");
const PENDING = "Your account is waiting for approval.";

const ACCOUNT_LINKS = [
  ["Profile", "/profile"],
  ["My Listings", "/my-listings"],
  ["Messages", "/messages"],
  ["Notifications", "/notifications"],
  ["Disputes", "/disputes"],
  ["Booking Requests", "/booking-requests"],
];

const linksOf = (page: Page, navigation: string) =>
  page
    .getByRole("navigation", { name: navigation })
    .filter({ visible: true })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]));

test("[HEAD-01] leads home, to browsing, listing and how it works", async ({ page }) => {
  await page.goto("/credits");
  if (isPhone(page)) await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).filter({ visible: true })).toBeVisible();
  await expect
    .poll(() => linksOf(page, "Main"))
    .toEqual([
      ["Browse", "/browse"],
      ["List an Item", "/auth?returnTo=%2Fcreate-listing"],
      ["How It Works", "/how-it-works"],
    ]);
  if (isPhone(page)) await page.keyboard.press("Escape");
  await banner(page).getByRole("link", { name: "nexby" }).click();
  await expect(page).toHaveURL("/");
});

test("[HEAD-01] has the search in the header where there is room, else below it and in a dialog", async ({ page }) => {
  await page.goto("/credits");
  await expect(searchField(page)).toHaveCount(1);
  const opener = banner(page).getByRole("button", { name: "Find something" });
  if (!isPhone(page)) {
    await expect(banner(page).getByRole("combobox")).toBeVisible();
    await expect(opener).toBeHidden();
    return;
  }
  await expect(banner(page).getByRole("combobox").filter({ visible: true })).toHaveCount(0);
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("kayak");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?search=kayak");
  await expect(dialog).toHaveCount(0);
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("[HEAD-02] shows a visitor the way in, and neither bell nor menu", async ({ page }) => {
  await page.goto("/how-it-works");
  const signIn = banner(page).getByRole("link", { name: "Sign In" });
  await expect(signIn).toBeVisible();
  await expect(bell(page)).toHaveCount(0);
  await expect(accountButton(page)).toHaveCount(0);
  await signIn.click();
  await expect(page).toHaveURL("/auth?returnTo=%2Fhow-it-works");
});

test("[HEAD-02] has a menu with the person's name, email and pages, and a switch for the appearance", async ({
  page,
  context,
}) => {
  const { email } = await createAccount(context.request, "Hedda Noor");
  await page.goto("/credits");
  await expect(accountButton(page)).toHaveText("HN");
  await expect(bell(page)).toBeVisible();
  await expect(banner(page).getByRole("link", { name: "Sign In" })).toHaveCount(0);
  await accountButton(page).click();
  await expect(page.getByText("Hedda Noor", { exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect.poll(() => linksOf(page, "Account")).toEqual(ACCOUNT_LINKS);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveClass("dark");

  await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("navigation", { name: "Account" })).toHaveCount(0);
  await accountButton(page).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(banner(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await readCurrentUser(context.request)).toBeNull();
});

test("[HEAD-02] leads administrators to their dashboard", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.goto("/credits");
  await accountButton(page).click();
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toBeVisible();
  await expect.poll(() => linksOf(page, "Account")).toEqual([...ACCOUNT_LINKS, ["Admin Dashboard", "/admin"]]);
});

test("opens and closes the menu by the keyboard", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/credits");
  await accountButton(page).focus();
  await page.keyboard.press("Enter");
  const profile = page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Profile" });
  await expect(profile).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(profile).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(profile).toBeHidden();
  await expect(accountButton(page)).toBeFocused();
});

test.describe("on a small screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("[HEAD-03] a menu slides out with the same pages and one's bookings", async ({ page, context }) => {
    await createAccount(context.request, "Mina Moss");
    await page.goto("/credits");
    const opener = banner(page).getByRole("button", { name: "Menu" });
    await opener.click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu.getByText("Mina Moss")).toBeVisible();
    await expect
      .poll(() => linksOf(page, "Main"))
      .toEqual([
        ["Browse", "/browse"],
        ["List an Item", "/create-listing"],
        ["How It Works", "/how-it-works"],
      ]);
    await expect.poll(() => linksOf(page, "Account")).toEqual([...ACCOUNT_LINKS, ["My Bookings", "/my-bookings"]]);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await menu.getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
    await expect(menu).toHaveCount(0);
  });

  test("[HEAD-03] the menu of a visitor leads to signing in", async ({ page }) => {
    await page.goto("/credits");
    await banner(page).getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/auth");
  });
});

test("[HEAD-04] tells who waits for approval, and takes it back the moment an administrator approves", async ({
  page,
  context,
  browser,
}) => {
  await createAccount(context.request);
  const user = await readCurrentUser(context.request);
  let counts = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/notifications/count")) counts += 1;
  });
  await page.goto("/credits");
  await expect(page.getByText(PENDING)).toBeVisible();
  // Once at the start, and once more when the stream of one's own news is open.
  await expect.poll(() => counts).toBe(2);

  await approve(browser, user?.id ?? "");
  await expect(page.getByText(PENDING)).toHaveCount(0);
});

test("[HEAD-04] tells neither visitors nor administrators to wait", async ({ page, context }) => {
  await page.goto("/credits");
  await expect(banner(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page.getByText(PENDING)).toHaveCount(0);
  await signInAsDemo(context, "ada");
  await page.route("**/api/auth/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isApproved: false } });
  });
  await page.goto("/credits");
  await expect(accountButton(page)).toBeVisible();
  await expect(page.getByText(PENDING)).toHaveCount(0);
});
