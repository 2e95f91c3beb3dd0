import type { TaskOf } from "@nexby/contract/admin/tasks";
import type { BookingDetailView, ExtensionView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import type { Page } from "@playwright/test";
import { BOOKING, LATE_FEE } from "../../apps/web/src/testing/booking.fixture.ts";
import { CONDITION } from "../../apps/web/src/testing/condition.fixture.ts";
import { signInAsDemo } from "../support/accounts.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { createLister, createListing, saveDraft } from "../support/listers.ts";
import { expect, PHONE, test } from "../support/test.ts";

/** The dialogs that no journey opens. */
const ID = "01900000-0000-7000-8000-000000000001";
const SINCE = "2026-11-02T15:00:00.000Z";
const PEOPLE = {
  renter: { id: ID, firstName: "Omar", lastName: "Haddad", isSuspended: false },
  owner: { id: ID, firstName: "Maya", lastName: "Rivera", isSuspended: false },
};
const SUBJECT = { bookingId: ID, item: { id: ID, title: "Cargo bike" }, ...PEOPLE };
const TASK = { id: ID, since: SINCE, due: null, moneyAtStakeCents: null, noDecision: null, link: `/listings/${ID}` };
const REFUND: TaskOf<"failed_refund"> = {
  ...TASK,
  kind: "failed_refund",
  moneyAtStakeCents: 4_500,
  subject: SUBJECT,
  decisions: ["mark_paid"],
  details: {
    description: "Cargo bike",
    payer: { ...PEOPLE.renter, email: "omar@nexby.example" },
    amountCents: 4_500,
    card: { brand: "visa", last4: "4242" },
    cause: "refused",
  },
};
const CONVERSATION: TaskOf<"reported_conversation"> = {
  ...TASK,
  kind: "reported_conversation",
  subject: { ...SUBJECT, bookingId: null },
  decisions: ["read", "stop", "allow"],
  details: {
    id: ID,
    ...{ ...SUBJECT, bookingId: null },
    reports: [{ by: "renter", reason: "rude", notes: "Please read it", createdAt: SINCE }],
    stoppedAt: null,
    allowedActions: ["read", "stop", "allow"],
  },
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
  await page.route("**/api/admin/tasks", (route) => route.fulfill({ json: [REFUND, CONVERSATION] }));
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

/** Opens a booking that the server doesn't have. */
async function openBooking(page: Page, booking: BookingDetailView): Promise<void> {
  await page.route(`**/api/bookings/${ID}`, (route) => route.fulfill({ json: booking }));
  await page.route(`**/api/bookings/${ID}/condition`, (route) => route.fulfill({ json: CONDITION }));
  await page.route(`**/api/bookings/${ID}/photo-codes`, (route) => route.fulfill({ json: [] }));
  await page.route(`**/api/bookings/${ID}/reviews`, (route) =>
    route.fulfill({ json: { mine: null, received: null, canWrite: false } }),
  );
  await page.goto(`/my-bookings/${ID}`);
}

test("a renter's dialogs about a late fee, a damage claim and an extension are accessible", async ({
  page,
  context,
}) => {
  await signInAsDemo(context, "omar");
  for (const [label, booking, colors] of RENTED) {
    await openBooking(page, booking);
    await expectDialog(page, label, colors, "Not now");
  }
});

const AT = { disputed: "2026-06-04T15:00:00.000Z", marked: "2026-06-04T14:00:00.000Z" };
const DECISION = { code: "admin_decision", by: "platform", until: null } as const;
const DISPUTED: BookingDetailView = {
  ...BASE,
  status: "scheduled",
  nextStep: DECISION,
  timeline: [
    { id: "marked", type: "owner_handed_over", by: "owner", notes: null, at: AT.marked },
    { id: "disputed", type: "handover_objected", by: "renter", notes: "Nobody was there", at: AT.disputed },
  ],
};
const LOST: BookingDetailView = {
  ...{ ...BASE, status: "damaged_admin_review", rentalStatus: "lost", nextStep: DECISION },
  claim: { ...CLAIM, filedBy: "system", damageType: "lost", notes: "" },
  lateFee: LATE_FEE,
};
const LAPSED: BookingDetailView = { ...LOST, depositStatus: "lapsed" };

/** The pages of a rental that went wrong, as each side sees them, with the dialogs they open. */
const WENT_WRONG: readonly (readonly [string, BookingDetailView, readonly string[]])[] = [
  ["an endangered booking", { ...BASE, status: "scheduled", isEndangered: true, allowedActions: ["cancel"] }, []],
  ["a disputed handoff", DISPUTED, []],
  [
    "a disputed handoff to decide",
    { ...DISPUTED, role: "admin", allowedActions: ["uphold_handoff", "reject_handoff"] },
    ["It was handed over", "It was not handed over"],
  ],
  ["a lost item", { ...LOST, allowedActions: ["agree_to_claim", "contest_claim"] }, ["Contest"]],
  [
    "a lost item to name the cost of",
    { ...LOST, role: "owner", allowedActions: ["submit_return", "name_loss"] },
    ["Mark as returned", "Name the cost"],
  ],
  [
    "a lapsed deposit to decide about",
    { ...LAPSED, role: "admin", allowedActions: ["resolve", "retry_deposit", "give_up_deposit"] },
    ["Decide the claim", "Try the deposit again", "Give up the deposit"],
  ],
];

test.describe("rentals that went wrong", () => {
  // The server has no record of the booking.
  test.use({ expectedProblems: /status of 404/ });

  test("rentals that went wrong have accessible pages and dialogs, whoever looks at them", async ({
    page,
    context,
  }) => {
    await signInAsDemo(context, "ada");
    for (const [name, booking, labels] of WENT_WRONG) {
      await test.step(name, async () => {
        await openBooking(page, booking);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dome tent");
        await expectAccessible(page);
        for (const [index, label] of labels.entries()) {
          await expectDialog(page, label, index % 2 === 0 ? "light" : "dark", "Not now");
        }
      });
    }
  });
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
