import type { Page } from "@playwright/test";
import { accountButton, approve, createAccount, readCurrentUser, signInAsDemo } from "../support/accounts.ts";
import { bell, searchField } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const banner = (page: Page) => page.getByRole("banner");
const menuButton = (page: Page) => banner(page).getByRole("button", { name: "Menu" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const pendingNotice = (page: Page) => page.getByText("Your account is waiting for approval.");

const ACCOUNT_LINKS = [
  ["Profile", "/profile"],
  ["My Listings", "/my-listings"],
  ["Messages", "/messages"],
  ["Notifications", "/notifications"],
  ["Disputes", "/disputes"],
  ["Booking Requests", "/booking-requests"],
];
const mainLinks = (listItemPath: string) => [
  ["Browse", "/browse"],
  ["List an Item", listItemPath],
  ["How It Works", "/how-it-works"],
];

const linksOf = (page: Page, navigation: string) =>
  page
    .getByRole("navigation", { name: navigation })
    .filter({ visible: true })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]));

test("[HEAD-01][HEAD-02][HEAD-03][HEAD-04] a visitor gets the logo, links, search and Sign In at every width", async ({
  page,
}) => {
  await page.goto("/how-it-works");
  const signIn = banner(page).getByRole("link", { name: "Sign In" });
  await expect(signIn).toBeVisible();
  await expect(bell(page)).toHaveCount(0);
  await expect(accountButton(page)).toHaveCount(0);
  await expect(pendingNotice(page)).toHaveCount(0);
  await expect.poll(() => linksOf(page, "Main")).toEqual(mainLinks("/auth?returnTo=%2Fcreate-listing"));
  const searchOpener = banner(page).getByRole("button", { name: "Find something" });
  await expect(searchField(page)).toHaveCount(1);
  await expect(banner(page).getByRole("combobox")).toBeVisible();
  await expect(searchOpener).toBeHidden();
  await signIn.click();
  await expect(page).toHaveURL("/auth?returnTo=%2Fhow-it-works");

  await page.setViewportSize(PHONE);
  await expect(banner(page).getByRole("combobox").filter({ visible: true })).toHaveCount(0);
  await expect(searchField(page), "below the header").toHaveCount(1);
  const searchDialog = page.getByRole("dialog", { name: "Search" });
  await searchOpener.click();
  await expect(searchDialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(searchDialog).toHaveCount(0);
  await expect(searchOpener).toBeFocused();
  await menuButton(page).click();
  await expect.poll(() => linksOf(page, "Main")).toEqual(mainLinks("/auth?returnTo=%2Fcreate-listing"));
  await menu(page).getByRole("link", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/auth");
  await expect(menu(page)).toHaveCount(0);

  await banner(page).getByRole("link", { name: "nexby" }).click();
  await expect(page).toHaveURL("/");
  await searchOpener.click();
  await expect(searchDialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("kayak");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?search=kayak");
  await expect(searchDialog).toHaveCount(0);
});

test("[HEAD-02][HEAD-03][HEAD-04] a user waiting for approval gets a notice, a bell and a menu with their pages", async ({
  page,
  context,
  browser,
}) => {
  const { email } = await createAccount(context.request, "Hedda Noor");
  const user = await readCurrentUser(context.request);
  const eventsOpened = page.waitForResponse(/\/api\/events/);
  await page.goto("/credits");
  await expect(accountButton(page)).toHaveText("HN");
  await expect(bell(page)).toBeVisible();
  await expect(banner(page).getByRole("link", { name: "Sign In" })).toHaveCount(0);
  await expect(pendingNotice(page)).toBeVisible();

  await accountButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Hedda Noor", { exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect.poll(() => linksOf(page, "Account")).toEqual(ACCOUNT_LINKS);
  const profile = page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Profile" });
  await page.keyboard.press("Tab");
  await expect(profile).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(profile).toBeHidden();
  await expect(accountButton(page)).toBeFocused();

  await page.setViewportSize(PHONE);
  await menuButton(page).click();
  await expect(menu(page).getByText("Hedda Noor")).toBeVisible();
  await expect.poll(() => linksOf(page, "Main")).toEqual(mainLinks("/create-listing"));
  await expect.poll(() => linksOf(page, "Account")).toEqual([...ACCOUNT_LINKS, ["My Bookings", "/my-bookings"]]);
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await expect(menuButton(page)).toBeFocused();
  await menuButton(page).click();
  await menu(page).getByRole("link", { name: "How It Works" }).click();
  await expect(page).toHaveURL("/how-it-works");
  await expect(menu(page)).toHaveCount(0);

  await eventsOpened;
  await approve(browser, user?.id ?? "");
  await expect(pendingNotice(page)).toHaveCount(0);

  await page.setViewportSize(DESKTOP);
  await accountButton(page).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveClass("dark");
  await profile.click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("navigation", { name: "Account" })).toHaveCount(0);
  await accountButton(page).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(banner(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await readCurrentUser(context.request)).toBeNull();
});

test("[HEAD-02][HEAD-04] an admin gets the dashboard and never sees the approval notice", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.route("**/api/auth/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isApproved: false } });
  });
  await page.goto("/credits");
  await accountButton(page).click();
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toBeVisible();
  await expect.poll(() => linksOf(page, "Account")).toEqual([...ACCOUNT_LINKS, ["Admin Dashboard", "/admin"]]);
  await expect(pendingNotice(page)).toHaveCount(0);
});
