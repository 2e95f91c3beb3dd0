import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import type { DemoPersonKey } from "../../apps/server/src/demo/people.ts";
import { readCurrentUser, signInAsDemo } from "../support/accounts.ts";
import { readDemoItems } from "../support/api.ts";
import { expectAccessible, expectReadable, inDark } from "../support/expect-accessible.ts";
import { expectRoomForFingers, expectSteady, recordLayoutShifts } from "../support/expect-to-fit.ts";
import { expect, test } from "../support/test.ts";

type BuiltPage = { name: string; pattern: string; status: number };
type Records = Record<string, string>;
/** Heading and title by page pattern. Words that start with a colon stand for a record's id or name. */
type Group = {
  title: string;
  viewer: DemoPersonKey | null;
  pages: Record<string, [heading: string | RegExp, title: string]>;
};

const BUILT: readonly BuiltPage[] = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../apps/web/dist/pages.json", import.meta.url)), "utf8"),
);
const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const NARROWEST = { width: 320, height: 700 };
/** Pages whose touch targets and layout shifts are measured. */
const MEASURED = ["/", "/listings/:itemId"];
/** One small page for each viewer on which the header, the footer and the bottom bar are checked, too. */
const WITH_SHELL = ["/auth", "/my-support", "/admin/reviews"];
const SHELL = "header:not(main header), footer, nav[aria-label='Bottom bar']";
/** A list's later entries look like its first ones. */
const LATER_ENTRIES = "main li:nth-child(n + 7)";
/** Pages whose looks a test of their own checks. */
const CHECKED_ELSEWHERE = ["/profile", "/verify-contact", "/admin", "/admin/terms", "/dev/gallery"];
/** Pages that look like another page, apart from their texts: the landing page, a policy, a payment's result. */
const ALIKE = [
  "/home",
  "/cookie-policy",
  "/privacy-policy",
  "/admin/privacy-policy",
  "/quick-onboarding",
  "/payment-setup-complete",
  "/success",
  "/cancel",
];

const LOOKS_CHECKED_ELSEWHERE = [...CHECKED_ELSEWHERE, ...ALIKE];

const GROUPS: readonly Group[] = [
  {
    title: "[ROUTE-01] public pages about items",
    viewer: null,
    pages: {
      "/": ["Rent & Share Locally", "Rent & share locally"],
      "/listings/:itemId": [":itemTitle", ":itemTitle"],
      "/home": ["Rent & Share Locally", "Rent & share locally"],
      "/browse": [/^\d+ items$/, "Browse items"],
      "/users/:userId": [":userName", ":userName"],
    },
  },
  {
    title: "[ROUTE-01] public pages to read and the not-found page",
    viewer: null,
    pages: {
      "/how-it-works": ["How it works", "How it works"],
      "/prohibited-items": ["Prohibited items", "Prohibited items"],
      "/help-center": ["Help center", "Help center"],
      "/cookie-policy": ["Cookie Policy", "Cookie Policy"],
      "/terms": ["Terms and Conditions", "Terms and Conditions"],
      "/privacy-policy": ["Privacy Policy", "Privacy Policy"],
      "/admin/terms": ["Terms and Conditions", "Terms and Conditions: versions"],
      "/admin/privacy-policy": ["Privacy Policy", "Privacy Policy: versions"],
      "/credits": ["Credits", "Credits"],
      "/dev/gallery": ["Gallery", "Gallery"],
      "*": ["Page not found", "Page not found"],
    },
  },
  {
    title: "[ROUTE-01] public pages about accounts and payments",
    viewer: null,
    pages: {
      "/auth": ["Welcome to Nexby", "Sign in or sign up"],
      "/welcome": ["Welcome to Nexby", "Welcome"],
      "/quick-onboarding": ["A few details first", "A few details first"],
      "/complete-registration": ["Complete your registration", "Complete your registration"],
      "/verify-contact": ["Verify your contact details", "Verify your contact details"],
      "/payment-setup-complete": ["Payout account", "Payout account"],
      "/success": ["Thanks for your payment", "Thanks for your payment"],
      "/booking-success": ["Your request is with the owner", "Your booking"],
      "/cancel": ["Nothing was charged", "Nothing was charged"],
    },
  },
  {
    title: "an owner's pages",
    viewer: "sam",
    pages: {
      "/profile": ["Your profile", "Your profile"],
      "/my-listings": ["My listings", "My listings"],
      "/create-listing": ["List an item", "List an item"],
      "/listings/:itemId/edit": ["Edit :itemTitle", "Edit :itemTitle"],
      "/my-support": ["My support", "My support"],
      "/notifications": ["Notifications", "Notifications"],
      "/notification-history": ["Notification history", "Notification history"],
      "/messages": ["Messages", "Messages"],
      "/disputes": ["Disputes", "Disputes"],
      "/booking-requests": ["Booking requests", "Booking requests"],
      "/my-bookings": ["My bookings", "My bookings"],
      "/my-bookings/:bookingId": ["Booking not found", "Booking not found"],
      "/saved": ["Saved", "Saved"],
      "/checkout/:bookingId": ["Checkout", "Checkout"],
      "/combined-checkout/:itemId": ["Request to book", "Request to book"],
    },
  },
  {
    title: "[ROUTE-04] an admin's pages",
    viewer: "ada",
    pages: {
      "/admin": ["Admin Dashboard", "Admin Dashboard"],
      "/admin/disputes": ["Dispute administration", "Dispute administration"],
      "/admin/rental-agreement-templates": ["Rental agreement templates", "Rental agreement templates"],
      "/admin/fraud-detection": ["Fraud detection", "Fraud detection"],
      "/admin/reviews": ["Reported reviews", "Reported reviews"],
      "/admin/terms": ["Terms and Conditions", "Terms and Conditions: versions"],
      "/admin/privacy-policy": ["Privacy Policy", "Privacy Policy: versions"],
    },
  },
];

test.use({ expectedProblems: /status of 404/, contextOptions: { reducedMotion: "reduce" } });

test("every built page is covered", () => {
  const patterns = new Set(GROUPS.flatMap(({ pages }) => Object.keys(pages)));
  expect([...patterns].sort()).toEqual(BUILT.map(({ pattern }) => pattern).sort());
});

for (const { title, viewer, pages } of GROUPS) {
  test(`${title} have their heading and title, are accessible in light and dark, and fit`, async ({
    page,
    context,
  }) => {
    await recordLayoutShifts(page);
    if (viewer) await signInAsDemo(context, viewer);
    const { own, others } = await readRecords(context);
    for (const [index, [pattern, texts]] of Object.entries(pages).entries()) {
      const records = pattern.endsWith("/edit") ? own : others;
      const isOpenedInApp = index > 0 && (viewer !== null || LOOKS_CHECKED_ELSEWHERE.includes(pattern));
      // Every other page starts where the page before it ended, which saves half of the changes of size and colors.
      const isOnPhoneFirst = index % 2 === 1 && !MEASURED.includes(pattern);
      await test.step(pattern, () => checkPage(page, pattern, texts, { records, isOpenedInApp, isOnPhoneFirst }));
    }
  });
}

/**
 * Checks the colors on a desktop in light mode, and every axe rule on a narrow phone in dark mode. A visitor's page whose
 * looks are checked is loaded, because the server sends it as it will look; all others are opened in the app.
 */
async function checkPage(
  page: Page,
  pattern: string,
  [heading, title]: [string | RegExp, string],
  { records, isOpenedInApp, isOnPhoneFirst }: { records: Records; isOpenedInApp: boolean; isOnPhoneFirst: boolean },
) {
  const fill = (text: string) => text.replace(/:(\w+)/g, (word, name: string) => records[name] ?? word);
  const path = pattern === "*" ? "/no/such/page" : fill(pattern);
  const onDesktop = () => show(page, WIDTHS.desktop, "light");
  const onPhone = () => show(page, NARROWEST, "dark");
  await (isOnPhoneFirst ? onPhone() : onDesktop());
  const response = isOpenedInApp ? await page.request.get(path) : await page.goto(path);
  expect(response?.status()).toBe(pattern === "*" ? 404 : 200);
  if (isOpenedInApp) await page.evaluate((to) => history.pushState(null, "", to), path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    typeof heading === "string" ? fill(heading) : heading,
  );
  await expect(page).toHaveTitle(`${fill(title)} · Nexby`);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expectPictures(page);
  const isMeasured = MEASURED.includes(pattern);
  if (isMeasured) await expectSteady(page);
  await saveScreens(page, pattern);
  if (LOOKS_CHECKED_ELSEWHERE.includes(pattern)) return;

  const isWithShell = WITH_SHELL.includes(pattern);
  const without = isWithShell ? LATER_ENTRIES : `${SHELL}, ${LATER_ENTRIES}`;
  const checkDesktop = async () => {
    await onDesktop();
    if (isMeasured) await expectRoomForFingers(page);
    if (isWithShell) await expectAccessible(page, { without });
    else await expectReadable(page, without);
  };
  const checkPhone = async () => {
    await onPhone();
    if (isMeasured) await expectRoomForFingers(page);
    await expectAccessible(page, { isDarkToo: false, without });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess, `${pattern} at ${NARROWEST.width} px`).toBeLessThanOrEqual(0);
    if (!isWithShell) return;
    await show(page, NARROWEST, "light");
    await expectReadable(page, without);
  };
  for (const check of isOnPhoneFirst ? [checkPhone, checkDesktop] : [checkDesktop, checkPhone]) await check();
}

async function show(page: Page, size: { width: number; height: number }, colorScheme: "light" | "dark") {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
}

/** Demo records that the viewer may see, by the word that stands for them in a pattern. */
async function readRecords({ request }: BrowserContext): Promise<{ own: Records; others: Records }> {
  const me = await readCurrentUser(request);
  const items = await readDemoItems(request);
  const [own, others] = [true, false].map((isOwn): Records => {
    const item = items.find(({ ownerId }) => (ownerId === me?.id) === isOwn);
    if (!item) return {};
    const { id, title, ownerId, owner } = item;
    return {
      itemId: id,
      itemTitle: title,
      userId: ownerId,
      userName: `${owner.firstName} ${owner.lastName.charAt(0)}.`,
    };
  });
  return { own: { ...own }, others: { ...others, bookingId: crypto.randomUUID() } };
}

/** Expects that every picture without lazy loading has loaded. */
async function expectPictures(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() =>
      [...document.images]
        .filter(({ complete, loading, naturalWidth }) => (complete ? naturalWidth === 0 : loading !== "lazy"))
        .map(({ src }) => src),
    );
  await expect.poll(missing, "pictures that did not load").toEqual([]);
}

/** With SCREENS set, saves screenshots for review below the results folder. */
async function saveScreens(page: Page, pattern: string): Promise<void> {
  if (!process.env.SCREENS) return;
  await page.emulateMedia({ colorScheme: "light" });
  const name = pattern === "*" ? "not-found" : pattern.slice(1).replace(/\W+/g, "-") || "index";
  for (const [width, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    const save = (colors: string) => {
      const path = join(test.info().project.outputDir, "screens", `${width}, ${colors}`, `${name}.png`);
      return page.screenshot({ path, fullPage: true });
    };
    await save("light");
    await inDark(page, () => save("dark"));
  }
}
