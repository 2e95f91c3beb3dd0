import type { FailedRefundView, ReportedConversationView } from "@nexby/contract/admin/tasks";
import type { BookingDetailView, ExtensionView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import type { Page } from "@playwright/test";
import { BOOKING, LATE_FEE } from "../../apps/web/src/testing/booking.fixture.ts";
import { CONDITION } from "../../apps/web/src/testing/condition.fixture.ts";
import { signInAsDemo } from "../support/accounts.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { createLister, createListing, saveDraft } from "../support/listers.ts";
import { expect, PHONE, test } from "../support/test.ts";

/** The dialogs that no journey opens. */
const ID = "01900000-0000-7000-8000-000000000001";
const SINCE = "2026-11-02T15:00:00.000Z";
const PEOPLE = {
  renter: { id: ID, firstName: "Omar", lastName: "Haddad", isSuspended: false },
  owner: { id: ID, firstName: "Maya", lastName: "Rivera", isSuspended: false },
};
const REFUND: FailedRefundView = {
  id: ID,
  bookingId: ID,
  description: "Cargo bike",
  payer: { ...PEOPLE.renter, email: "omar@nexby.example" },
  amountCents: 4_500,
  card: { brand: "visa", last4: "4242" },
  cause: "refused",
  createdAt: SINCE,
  allowedActions: ["mark_paid"],
};
const CONVERSATION: ReportedConversationView = {
  id: ID,
  item: { id: ID, title: "Cargo bike" },
  bookingId: null,
  ...PEOPLE,
  reports: [{ by: "renter", reason: "rude", notes: "Please read it", createdAt: SINCE }],
  stoppedAt: null,
  allowedActions: ["read", "stop", "allow"],
};

const dialog = (page: Page) => page.getByRole("alertdialog");

/** Presses the button, checks the dialog it opens, and cancels. */
async function expectDialog(
  page: Page,
  name: string | RegExp,
  colors: "light" | "dark",
  cancelLabel = "Cancel",
): Promise<void> {
  await page.getByRole("main").getByRole("button", { name }).first().click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleOverlay(page, colors);
  await dialog(page).getByRole("button", { name: cancelLabel }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test("an admin's dialogs about refunds, conversations, late fee rules and tax rates are accessible", async ({
  page,
  context,
}) => {
  await signInAsDemo(context, "ada");
  await page.route("**/api/admin/failed-refunds", (route) => route.fulfill({ json: [REFUND] }));
  await page.route("**/api/admin/reported-conversations", (route) => route.fulfill({ json: [CONVERSATION] }));
  await page.goto("/admin?view=tasks");
  await expectDialog(page, /^Mark \$45\.00 to .+ as paid$/, "light");
  await expectDialog(page, /^Stop conversation/, "dark");
  await expectDialog(page, /^Allow/, "light");

  await page.goto("/admin?view=late-fees");
  const form = dialog(page);
  await page.getByRole("button", { name: "Add rule" }).click();
  await form.getByRole("button", { name: "Add rule" }).click();
  await expect(form.getByText("Please name the rule")).toBeVisible();
  for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
  await form.getByRole("button", { name: "Cancel" }).click();
  await expectDialog(page, /^Edit /, "light");
  await expectDialog(page, /^Deactivate /, "dark");
});

const CLAIM: DamageClaimView = {
  status: "open",
  filedBy: "owner",
  damageType: "broken",
  severity: "medium",
  amountCents: 15_000,
  notes: "The lid is off",
  photos: [],
  namedAt: null,
  answeredAt: null,
  contestReason: null,
  decisionReason: null,
  depositCents: 0,
  cardCents: 0,
  collectedCents: 0,
  chargeableAt: null,
  payBy: null,
};
const EXTENSION: ExtensionView = {
  id: ID,
  status: "requested",
  endDate: "2026-06-08",
  endAt: "2026-06-08T22:00:00.000Z",
  previousEndAt: BOOKING.endAt,
  price: BOOKING.price,
  ownerEarningsCents: null,
  message: null,
  declineReason: null,
  expiresAt: "2026-06-05T16:00:00.000Z",
  requestedAt: "2026-06-04T16:00:00.000Z",
  decidedAt: null,
};
const BASE = { ...BOOKING, id: ID, approvalStatus: "approved", paymentStatus: "captured", nextStep: null } as const;
/** A renter's booking, the button it shows, and the colors in which its dialog is checked. */
const RENTED: readonly [string, BookingDetailView, "light" | "dark"][] = [
  [
    "Contest the late fee",
    { ...BASE, status: "closed", lateFee: LATE_FEE, allowedActions: ["contest_late_fee"] },
    "light",
  ],
  [
    "Agree",
    { ...BASE, status: "damaged_admin_review", claim: CLAIM, allowedActions: ["agree_to_claim", "contest_claim"] },
    "dark",
  ],
  [
    "Withdraw request",
    { ...BASE, status: "in_possession", extensions: [EXTENSION], allowedActions: ["withdraw_extension"] },
    "light",
  ],
];

test("a renter's dialogs about a late fee, a damage claim and an extension are accessible", async ({
  page,
  context,
}) => {
  await signInAsDemo(context, "omar");
  for (const [label, booking, colors] of RENTED) {
    await page.route(`**/api/bookings/${ID}`, (route) => route.fulfill({ json: booking }));
    await page.route(`**/api/bookings/${ID}/condition`, (route) => route.fulfill({ json: CONDITION }));
    await page.route(`**/api/bookings/${ID}/photo-codes`, (route) => route.fulfill({ json: [] }));
    await page.route(`**/api/bookings/${ID}/reviews`, (route) =>
      route.fulfill({ json: { mine: null, received: null, canWrite: false } }),
    );
    await page.goto(`/my-bookings/${ID}`);
    await expectDialog(page, label, colors, "Not now");
  }
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("an owner's dialogs about listings and drafts are accessible", async ({ page, context, browser }) => {
    await createLister(browser, context);
    await createListing(context.request, { title: "Canoe" });
    await saveDraft(context.request, { title: "Half a tent" });
    await page.goto("/my-listings");
    for (const [menu, entry] of [
      ["More actions for Canoe", "Delete"],
      [/^More actions for .*Half a tent/, "Discard"],
    ] as const) {
      await page.getByRole("button", { name: menu }).tap();
      await page.getByRole("menuitem", { name: entry }).tap();
      await expect(dialog(page)).toBeVisible();
      await expectAccessibleOverlay(page, "dark");
      await dialog(page).getByRole("button", { name: "Cancel" }).tap();
      await expect(dialog(page)).toHaveCount(0);
    }
  });
});
