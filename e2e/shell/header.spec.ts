import { randomUUID } from "node:crypto";
import type { PolicyView } from "@nexby/contract/content/policies";
import type { HelpMessageView } from "@nexby/contract/content/support";
import type { Page } from "@playwright/test";
import { accountButton, approve, createAccount, readCurrentUser, signInAsDemo } from "../support/accounts.ts";
import { BEHIND, expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
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

const FOOTER_LINKS = [
  ["Browse Items", "/browse"],
  ["How It Works", "/how-it-works"],
  ["Help Center", "/help-center"],
  ["Terms of Service", "/terms"],
  ["Privacy Policy", "/privacy-policy"],
  ["Cookie Policy", "/cookie-policy"],
  ["Prohibited Items", "/prohibited-items"],
  ["Credits", "/credits"],
  ["API docs", "/api/docs"],
] as const;

test("[HEAD-01][HEAD-02][HEAD-03][HEAD-04][FOOT-01] a visitor gets the logo, links, search and Sign In at every width, and a footer whose links work", async ({
  page,
  request,
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

  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(
    "The neighborhood marketplace for renting what you need and sharing what you have.",
  );
  await expect(footer).toContainText("© 2024 Nexby. Card payments by Stripe, maps by MapLibre.");
  for (const title of ["Quick Links", "Support", "Legal"]) {
    await expect(footer.getByRole("heading", { name: title })).toBeVisible();
  }
  for (const name of ["About Us", "Safety Guidelines", "Insurance Info", "Community Guidelines"]) {
    await expect(footer.getByRole("link", { name }), "it has no page").toHaveCount(0);
  }
  const opener = footer.getByRole("button", { name: "Insurance Info", exact: true });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Insurance Info" });
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
  await expectAccessibleOverlay(page, "light");
  await expectToFit(page);
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page, "it has no address").toHaveURL("/how-it-works");
  for (const [name, path] of FOOTER_LINKS) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
    expect((await request.get(path)).status(), path).toBe(200);
  }
  await signIn.click();
  await expect(page).toHaveURL("/auth?returnTo=%2Fhow-it-works");

  await page.setViewportSize(PHONE);
  await expect(banner(page).getByRole("combobox").filter({ visible: true })).toHaveCount(0);
  await expect(searchField(page), "below the header").toHaveCount(1);
  const searchDialog = page.getByRole("dialog", { name: "Search" });
  await searchOpener.click();
  await expect(searchDialog.getByRole("combobox")).toBeFocused();
  await expectAccessible(page, { isDarkToo: false, without: BEHIND });
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

test("[HEAD-02][HEAD-03][HEAD-04][HELP-01] a user waiting for approval gets a notice, a bell and a menu with their pages, and writes to support", async ({
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
  await expectAccessible(page, { without: BEHIND });
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

  const subject = `Deposit ${randomUUID()}`;
  await page.getByRole("contentinfo").getByRole("link", { name: "Help Center" }).click();
  await expect(page).toHaveURL("/help-center");
  const form = page.getByRole("form", { name: "Contact us" });
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Hedda Noor");
  await expect(form.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await form.getByRole("textbox", { name: "Subject" }).fill(subject);
  await form.getByRole("textbox", { name: "Message" }).fill("When is it released?");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Your message was sent" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText(subject);
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
  const stored = (await (await context.request.get("/api/help-messages")).json()) as HelpMessageView[];
  expect(stored).toEqual([
    expect.objectContaining({ subject, message: "When is it released?", status: "open", priority: "normal" }),
  ]);
  await page.getByRole("link", { name: "See my messages" }).click();
  await expect(page).toHaveURL("/my-support");
  await expect(page.getByText(subject)).toBeVisible();
});

test("[HEAD-02][HEAD-04] an admin gets the dashboard and never sees the approval notice; menus and search are accessible", async ({
  page,
  context,
}) => {
  const active: PolicyView = await (await context.request.get("/api/terms/active")).json();
  await signInAsDemo(context, "ada");
  await page.route("**/api/auth/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isApproved: false } });
  });
  await page.goto("/admin/terms");
  await accountButton(page).click();
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toBeVisible();
  await expect.poll(() => linksOf(page, "Account")).toEqual([...ACCOUNT_LINKS, ["Admin Dashboard", "/admin"]]);
  await expect(pendingNotice(page)).toHaveCount(0);
  await expectAccessible(page, { without: BEHIND });
  await page.keyboard.press("Escape");
  await bell(page).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("link").last()).toBeVisible();
  await expectAccessible(page, { without: BEHIND });
  await page.keyboard.press("Escape");
  await searchField(page).fill("ten");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expectAccessible(page, { without: BEHIND });
  await page.keyboard.press("Escape");

  await page.getByRole("textbox", { name: "Text" }).fill(`${active.content}\n\nA last line`);
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(page.getByText("Added: A last line")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as new version" }).click();
  await page
    .getByRole("button", { name: /^Publish version/ })
    .first()
    .click();
  await expect(page.getByRole("alertdialog")).toContainText(`It replaces version ${active.version} for everyone`);
  await expectAccessibleOverlay(page, "light");
});
