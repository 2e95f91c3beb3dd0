import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { BOOKING_RECORD, STATUS_CHANGE } from "../../testing/booking-record.fixture.ts";
import { CONDITION, conditionReport } from "../../testing/condition.fixture.ts";
import { PLAN } from "../../testing/planned-time.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;
const APPROVED: BookingDetailView = {
  ...BOOKING,
  status: "approved",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: null,
  allowedActions: [],
};
const CLOSED: BookingDetailView = { ...APPROVED, status: "closed", rentalStatus: "completed" };

async function open(booking: BookingDetailView, part: string, answers: Answers = {}) {
  const app = renderApp(
    `/my-bookings/${BOOKING.id}`,
    {
      [`GET ${PATH}`]: booking,
      [`GET ${PATH}/condition`]: CONDITION,
      [`GET ${PATH}/reviews`]: { mine: null, received: null, canWrite: false },
      "GET /api/bookings/counts": null,
      "GET /api/map": { styleUrl: null },
      ...answers,
    },
    { user: {} },
  );
  return { ...app, part: within(await screen.findByRole("region", { name: part })) };
}

const withExchange = (booking: BookingDetailView, exchange: Partial<BookingDetailView["exchange"]>) => ({
  ...booking,
  exchange: { ...booking.exchange, ...exchange },
});

describe("instructions for the handoff", () => {
  it("[DATA-06] the owner writes them in a dialog and edits them there", async () => {
    const asOwner = withExchange({ ...APPROVED, role: "owner" }, { canSetInstructions: true });
    const saved = withExchange(asOwner, { specialInstructions: "Gate code is on the mailbox" });
    let isSaved = false;
    const { user, part, callsTo } = await open(asOwner, "Pickup", {
      [`GET ${PATH}`]: () => (isSaved ? saved : asOwner),
      [`POST ${PATH}/instructions`]: () => {
        isSaved = true;
        return saved;
      },
    });
    await user.click(part.getByRole("button", { name: "Add instructions" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Instructions for the pickup" }));
    expect(dialog.getByText("Only you and Omar can read them, until the item is returned.")).toBeVisible();
    const field = dialog.getByRole("textbox", { name: "Instructions" });
    await user.click(field);
    await user.paste("x".repeat(501));
    await user.click(dialog.getByRole("button", { name: "Save instructions" }));
    expect(await dialog.findByText("Please use at most 500 characters")).toBeVisible();
    await user.clear(field);
    await user.type(field, "Gate code is on the mailbox");
    await user.click(dialog.getByRole("button", { name: "Save instructions" }));
    expect(await part.findByText("Gate code is on the mailbox")).toBeVisible();
    expect(callsTo(`POST ${PATH}/instructions`).map(({ body }) => body)).toEqual([
      { instructions: "Gate code is on the mailbox" },
    ]);
    await user.click(part.getByRole("button", { name: "Edit instructions" }));
    expect(await screen.findByRole("textbox", { name: "Instructions" })).toHaveValue("Gate code is on the mailbox");
  });

  it("instructions for the handoff can't be written while both disagree about the pickup", async () => {
    const stopped = { ...APPROVED, status: "scheduled", role: "owner" } as const;
    const nextStep = { code: "admin_decision", by: "platform", until: null } as const;
    const { part } = await open(withExchange({ ...stopped, nextStep }, { canSetInstructions: true }), "Pickup");
    expect(part.queryByRole("button", { name: "Add instructions" })).toBeNull();
  });

  it("[DATA-06] the other person reads them and has no button", async () => {
    const { part } = await open(withExchange(APPROVED, { specialInstructions: "Ring twice" }), "Pickup");
    expect(part.getByRole("heading", { name: "Instructions" })).toBeVisible();
    expect(part.getByText("Ring twice")).toBeVisible();
    expect(part.queryByRole("button", { name: /instructions/ })).toBeNull();
  });
});

describe("a pickup time", () => {
  const openPlan = async (changes: Partial<PlannedTimeView>, role: "renter" | "owner") => {
    const { part } = await open({ ...APPROVED, role, plannedTimes: [{ ...PLAN, ...changes }] }, "Pickup time");
    return part;
  };
  const PROPOSAL = PLAN.proposal as NonNullable<typeof PLAN.proposal>;
  const CONFIRMED = { at: PROPOSAL.at, isConfirmed: true, turn: null, proposal: null };
  const AT = "2026-05-31T16:00:00.000Z";

  it.each([
    ["owner", "Any time around 9:00 AM works for Omar."],
    ["renter", "Any time around 9:00 AM works for you."],
  ] as const)("[DATA-06] a pickup time tells the %s that the renter is flexible", async (role, text) => {
    const part = await openPlan({ proposal: { ...PROPOSAL, isFlexible: true } }, role);
    expect(part.getByText(text)).toBeVisible();
  });

  it.each([
    ["renter", /^Maya replied to your proposal of Wed, Jun 3, 9:00 AM/],
    ["owner", /^You replied to Omar’s proposal of Wed, Jun 3, 9:00 AM/],
  ] as const)("[DATA-06] a pickup time shows the %s the response with the proposal it answers", async (role, text) => {
    const inReplyTo = { at: "2026-06-03T13:00:00.000Z", response: "I work until 11" };
    const part = await openPlan({ turn: "renter", proposal: { ...PROPOSAL, by: "owner", inReplyTo } }, role);
    expect(part.getByText(text)).toBeVisible();
    expect(part.getByText("I work until 11")).toBeVisible();
  });

  it.each([
    ["renter", "owner", /^Maya confirmed it on Sun, May 31, 12:00 PM/],
    ["owner", "owner", /^You confirmed it on Sun, May 31, 12:00 PM/],
    ["renter", null, /^Confirmed automatically on Sun, May 31, 12:00 PM/],
  ] as const)("[DATA-06] a pickup time tells the %s who confirmed it: %s", async (role, by, text) => {
    const part = await openPlan({ ...CONFIRMED, confirmation: { at: AT, by } }, role);
    expect(part.getByText(text)).toBeVisible();
  });
});

describe("notes for a time", () => {
  const PROPOSAL = PLAN.proposal as NonNullable<typeof PLAN.proposal>;

  it("[DATA-06] notes for a time are sent with a proposal and shown with it", async () => {
    const planned = { ...APPROVED, allowedActions: ["propose_pickup" as const], plannedTimes: [PLAN] };
    const proposed = {
      ...planned,
      allowedActions: [],
      plannedTimes: [{ ...PLAN, proposal: { ...PROPOSAL, notes: "Bring straps" } }],
    };
    let isProposed = false;
    const { user, part, callsTo } = await open(planned, "Pickup time", {
      [`GET ${PATH}`]: () => (isProposed ? proposed : planned),
      [`POST ${PATH}/propose-time`]: () => {
        isProposed = true;
        return proposed;
      },
    });
    await user.click(part.getByRole("button", { name: "Propose another time: Pickup time" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.type(dialog.getByRole("textbox", { name: "Notes for this time (optional)" }), "Bring straps");
    await user.click(dialog.getByRole("button", { name: "Propose time" }));
    expect(await part.findByText("Bring straps")).toBeVisible();
    expect(callsTo(`POST ${PATH}/propose-time`)[0]?.body).toMatchObject({ notes: "Bring straps" });
  });

  it("[DATA-06] notes for a time of the confirmed time are replaced by those of a newly proposed one", async () => {
    const confirmed = { ...PLAN, at: PROPOSAL.at, isConfirmed: true, notes: "Bring straps" };
    const plannedTimes = [{ ...confirmed, proposal: { ...PROPOSAL, notes: "Bring a trailer" } }];
    const { part } = await open({ ...APPROVED, plannedTimes }, "Pickup time");
    expect(part.getByText("Bring a trailer")).toBeVisible();
    expect(part.queryByText("Bring straps")).toBeNull();
  });
});

describe("a booking's page", () => {
  it.each([
    ["The library", "The library"],
    [null, "Agree on a place in Maplewood, NJ."],
  ])("[DATA-04] a booking's page shows the meetup place %s as: %s", async (meetupLocation, text) => {
    const exchange = { type: "meetup", address: "Maplewood, NJ", meetupLocation } as const;
    const { part } = await open(withExchange({ ...APPROVED, exchangeType: "meetup" }, exchange), "Meetup");
    expect(part.getByText(text)).toBeVisible();
  });

  it("[DATA-04] a booking's page shows the notes of pickup and return and the condition at the return", async () => {
    const times = { actualPickupAt: "2026-06-04T13:10:00.000Z", actualReturnAt: "2026-06-06T21:50:00.000Z" };
    const notes = { checkoutNotes: "One peg is bent", returnNotes: "In the shed", returnCondition: "damaged" } as const;
    const { part } = await open({ ...withExchange(CLOSED, times), ...notes }, "Pickup");
    const entryOf = (label: string) => part.getByText(label).parentElement;
    expect(entryOf("Picked up")).toHaveTextContent("One peg is bent");
    expect(entryOf("Returned")).toHaveTextContent(/· damagedIn the shed$/);
  });

  it.each([
    [{ depositStatus: "released" }, /^Released on Fri, Nov 20, 3:10 PM/],
    [{ depositStatus: "partly_kept" }, /^Partly kept, the rest released on Fri, Nov 20, 3:10 PM/],
    [{ depositStatus: "released", isDepositCharged: true }, /^Refunded on Fri, Nov 20, 3:10 PM/],
  ] as const)("[DATA-04] a booking's page shows when the deposit was returned: %o", async (changes, text) => {
    const { part } = await open({ ...CLOSED, ...changes, depositReturnedAt: "2026-11-20T20:10:00.000Z" }, "Amounts");
    expect(part.getByText(text)).toBeVisible();
  });

  it.each([
    [true, "Paid"],
    [false, "Due when the rental is settled"],
  ])(
    "[DATA-04] a booking's page tells the owner whether the commission is paid: %s",
    async (isCommissionPaid, text) => {
      const { part } = await open(
        { ...CLOSED, role: "owner", ownerEarningsCents: 36_575, isCommissionPaid },
        "Amounts",
      );
      expect(part.getByText("Commission").parentElement).toHaveTextContent(`Commission−$19.25${text}`);
    },
  );

  it("[DATA-04] [COND-01] a booking's page shows the condition on record where two reports differ", async () => {
    const condition = {
      ...CONDITION,
      allowed: { report: [], photos: [], confirm: [] },
      reports: [
        conditionReport({ byRole: "owner", condition: "good" }),
        conditionReport({ byRole: "renter", condition: "other", notes: "Still damp" }),
      ],
      recorded: { check_out: { condition: "other", notes: "On record: still damp" }, check_in: null },
    } as const;
    const { part } = await open({ ...APPROVED, status: "in_possession", role: "owner" }, "Condition at pickup", {
      [`GET ${PATH}/condition`]: condition,
    });
    expect(part.getByText("On record, from Omar’s report")).toBeVisible();
    expect(part.getByText("On record: still damp")).toBeVisible();
  });

  const CLAIM: DamageClaimView = {
    status: "charged",
    filedBy: "owner",
    damageType: "broken",
    severity: "medium",
    amountCents: 5_000,
    notes: "A torn seam",
    photos: [],
    namedAt: null,
    answeredAt: null,
    contestReason: null,
    decisionReason: "By the photos",
    depositCents: 2_000,
    cardCents: 0,
    collectedCents: 2_000,
    chargeableAt: null,
    payBy: null,
  };

  it("[DATA-08] a booking's page says which photos the owner added to the claim, and when", async () => {
    const photo = { id: BOOKING.id, url: "/1.webp", placeholder: "data:,", isRemoved: false };
    const photos = [{ ...photo, filename: "torn-seam.jpg", createdAt: "2026-06-06T22:30:00.000Z" }];
    const { part } = await open({ ...CLOSED, claim: { ...CLAIM, photos } }, "Damage claim");
    expect(part.getByText(/^torn-seam\.jpg, added Sat, Jun 6, 6:30 PM/)).toBeVisible();
  });

  it("a booking's page says once that an item wasn't returned, with the amount", async () => {
    const claim = { ...CLAIM, filedBy: "system", damageType: "lost", status: "open" } as const;
    const { part } = await open({ ...CLOSED, status: "damaged_admin_review", claim }, "Not returned");
    expect(part.getAllByText(/returned/i)).toHaveLength(1);
    expect(part.getByText("Claimed")).toBeVisible();
  });

  it("[DATA-04] a booking's page shows an admin in whose favor a claim was decided, and the notes of the decision", async () => {
    const adminDecision = { resolution: "renter_favor", notes: "Worn before" } as const;
    const { part } = await open({ ...CLOSED, role: "admin", claim: CLAIM, adminDecision }, "Damage claim");
    expect(part.getByText("Decided for the renter: Worn before")).toBeVisible();
    expect(part.queryByText(/By the photos/)).toBeNull();
  });
});

describe("an admin's record of a booking", () => {
  const RECORD_PATH = `/api/admin/bookings/${BOOKING.id}`;
  const openAsAdmin = (part: string, answers: Answers = {}) =>
    open({ ...CLOSED, role: "admin" }, part, {
      [`POST ${RECORD_PATH}/record`]: BOOKING_RECORD,
      [`GET ${RECORD_PATH}/status-changes`]: [STATUS_CHANGE],
      ...answers,
    });

  it("[DATA-04] [DATA-06] [DATA-08] an admin's record of a booking is read only once the admin opens it, and has what each table says", async () => {
    const { user, part, callsTo } = await openAsAdmin("Full record");
    expect(part.getByText(/The audit log will say that you opened it\.$/)).toBeVisible();
    expect(callsTo(`POST ${RECORD_PATH}/record`)).toEqual([]);
    await user.click(part.getByRole("button", { name: "Open the full record" }));
    const section = async (name: string) => within(await part.findByRole("region", { name }));
    const entryOf = (of: ReturnType<typeof within>, label: string) =>
      of.getByText(label, { selector: "dt" }).nextElementSibling?.textContent ?? "";
    const request = await section("Request");
    expect(entryOf(request, "Delivery address")).toBe("88 Sparrow Court");
    expect(entryOf(request, "Requested pickup")).toMatch(/^Thu, Jun 4, 10:00 AM.* · Flexible$/);
    expect(entryOf(request, "Terms")).toBe("Version 3 accepted");
    expect(entryOf(request, "Payment at the card provider")).toBe("pi_1");
    expect(entryOf(request, "Approved")).toMatch(/“See you”$/);
    const price = await section("Price now");
    expect(entryOf(price, "Tax (8.875%, Essex County)")).toBe("$32.33");
    expect(entryOf(price, "Commission (5%)")).toBe("$19.25");
    expect(entryOf(price, "Card authorized again")).toBe("1 of 3 times");
    expect((await section("At the card provider")).getByText("cus_1")).toBeVisible();
    const times = await section("Planned times");
    expect(times.getByText("Notes: Bring straps")).toBeVisible();
    expect(times.getByText("Instructions: Ring twice")).toBeVisible();
    expect(times.getByText(/^Confirmed: by Omar Haddad on /)).toBeVisible();
    const damage = await section("Damage photos");
    expect(damage.getByText("Broken · Minor: A torn seam")).toBeVisible();
    expect(damage.getByText(/^Maya Rivera · Return · .+ · torn\.jpg, 2 KB$/)).toBeVisible();
    expect((await section("Fraud checks")).getByText("Omar Haddad: risk 12 of 100")).toBeVisible();
    expect(callsTo(`POST ${RECORD_PATH}/record`)).toHaveLength(1);
  });

  it("[DATA-04] an admin's record of a booking says why it can't be opened", async () => {
    const { user, part } = await openAsAdmin("Full record", {
      [`POST ${RECORD_PATH}/record`]: () => refusal(403, "forbidden", "This is your own booking."),
    });
    await user.click(part.getByRole("button", { name: "Open the full record" }));
    expect(await part.findByRole("alert")).toHaveTextContent("This is your own booking.");
  });

  it("[DATA-07] an admin's record of a booking lists who changed a status, how and why", async () => {
    const { part } = await openAsAdmin("Status changes");
    expect(await part.findByText("Pending → Approved")).toBeVisible();
    expect(part.getByText(/^Booking · Maya Rivera \(renter or owner\) · Mon, Jun 1, 9:00 AM/)).toBeVisible();
    expect(part.getByText("See you")).toBeVisible();
  });

  it("[DATA-04] an admin's record of a booking is not offered to renter and owner", async () => {
    await open(CLOSED, "Amounts");
    expect(screen.queryByRole("region", { name: "Full record" })).toBeNull();
  });
});
