import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import { DAY } from "@nexby/domain/kernel/duration";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refreshBookings } from "../../lib/live-events.ts";
import { BOOKING, LATE_FEE, LATE_FEE_TERMS } from "../../testing/booking.fixture.ts";
import { CONDITION, conditionReport, rentalPhoto } from "../../testing/condition.fixture.ts";
import { CATEGORIES, TENT } from "../../testing/fixtures.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;
const APPROVED: BookingDetailView = {
  ...BOOKING,
  status: "approved",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: null,
};
const PREVIEW: CancellationView = {
  percent: 0,
  refundCents: 3000,
  keptCents: 43_358,
  isCharged: true,
  depositCents: 0,
  ownerKeepsCents: null,
  ownerPenaltyCents: 0,
  ownerCancellations: null,
  changesAt: null,
  isNoShowToDecide: false,
};

async function openCancelDialog(booking: BookingDetailView, responses: Answers) {
  const app = renderApp(
    `/my-bookings/${BOOKING.id}`,
    { [`GET ${PATH}`]: booking, "GET /api/bookings/counts": null, ...responses },
    { user: {} },
  );
  const nextStep = await screen.findByRole("region", { name: "What happens next" });
  await app.user.click(within(nextStep).getByRole("button", { name: /^Cancel (booking|request)$/ }));
  const dialog = await screen.findByRole("alertdialog");
  const confirm = async () => app.user.click(within(dialog).getByRole("button", { name: "Cancel booking" }));
  return { ...app, dialog, confirm };
}

it.each([
  ["a dispute that waits for our team", { isDisputed: true }, ["Disputed"]],
  ["a bank's dispute", { hasChargeback: true }, ["Chargeback"]],
  ["neither", {}, []],
])("a booking shows %s beside its status", async (_, facts, badges) => {
  const responses = { [`GET ${PATH}`]: { ...APPROVED, ...facts }, "GET /api/bookings/counts": null };
  renderApp(`/my-bookings/${BOOKING.id}`, responses, { user: {} });
  await screen.findByRole("region", { name: "What happens next" });
  expect(screen.queryAllByText(/^(Disputed|Chargeback)$/).map(({ textContent }) => textContent)).toEqual(badges);
});

describe("canceling a booking", () => {
  it("canceling a booking asks for no reason when the owner has not seen the request", async () => {
    const draft: BookingDetailView = { ...APPROVED, status: "pending", approvalStatus: "draft" };
    const { dialog } = await openCancelDialog(draft, {
      [`GET ${PATH}/cancellation`]: { ...PREVIEW, isCharged: false },
    });
    expect(await within(dialog).findByText("Nothing was charged.")).toBeVisible();
    expect(within(dialog).queryByRole("textbox")).toBeNull();
  });

  it("canceling a booking offers an owner who can decline a request no second way to reject it", async () => {
    const nextStep = { code: "owner_decision", by: "owner", until: null } as const;
    const allowedActions: BookingDetailView["allowedActions"] = ["approve", "decline", "cancel"];
    const request: BookingDetailView = { ...BOOKING, role: "owner", nextStep, allowedActions };
    renderApp(
      `/my-bookings/${BOOKING.id}`,
      { [`GET ${PATH}`]: request, "GET /api/bookings/counts": null },
      { user: {} },
    );
    const card = within(await screen.findByRole("region", { name: "What happens next" }));
    expect(card.getAllByRole("button").map((button) => button.textContent)).toEqual(["Approve", "Decline"]);
  });

  it("canceling a booking shows the new refund and asks for confirmation again when the refund has changed", async () => {
    let previews = 0;
    let cancels = 0;
    const canceled = { ...APPROVED, status: "canceled", allowedActions: [] };
    const { dialog, confirm, callsTo } = await openCancelDialog(APPROVED, {
      [`GET ${PATH}`]: () => (cancels > 1 ? canceled : APPROVED),
      [`GET ${PATH}/cancellation`]: () => (previews++ === 0 ? { ...PREVIEW, refundCents: 3001 } : PREVIEW),
      [`POST ${PATH}/cancel`]: () =>
        cancels++ === 0 ? refusal(409, "refund_changed", "The refund has changed") : canceled,
    });
    expect(await within(dialog).findByText("$30.01")).toBeVisible();
    await confirm();
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("Nothing is canceled yet.");
    expect(within(dialog).getByText("$30.00")).toBeVisible();
    await confirm();
    expect((await screen.findAllByText("Canceled", { exact: true }))[0]).toBeVisible();
    expect(callsTo(`POST ${PATH}/cancel`).map(({ body }) => body)).toMatchObject([
      { refundCents: 3001 },
      { refundCents: 3000 },
    ]);
  });

  it("canceling a booking asks for no other preview when the news of the cancellation comes before its response", async () => {
    const canceled = { ...APPROVED, status: "canceled", allowedActions: [] };
    let isCanceled = false;
    const { confirm, client, callsTo } = await openCancelDialog(APPROVED, {
      [`GET ${PATH}`]: () => (isCanceled ? canceled : APPROVED),
      [`GET ${PATH}/cancellation`]: PREVIEW,
      [`POST ${PATH}/cancel`]: async () => {
        isCanceled = true;
        // By now the dialog knows that the request is under way.
        await new Promise((resolve) => setTimeout(resolve));
        await refreshBookings(client);
        return canceled;
      },
    });
    await confirm();
    expect((await screen.findAllByText("Canceled", { exact: true }))[0]).toBeVisible();
    expect(callsTo(`GET ${PATH}/cancellation`)).toHaveLength(1);
  });

  it("canceling a booking tells an owner that the cancellation shows on their profile", async () => {
    const { dialog } = await openCancelDialog(
      { ...APPROVED, role: "owner" },
      { [`GET ${PATH}/cancellation`]: { ...PREVIEW, ownerKeepsCents: 0, ownerCancellations: 0 } },
    );
    expect(await within(dialog).findByText(/Everyone can see on your profile how often you cancel\./)).toBeVisible();
    expect(within(dialog).getByText(/You have not canceled a rental in the last 12 months\./)).toBeVisible();
  });
});

it("[PAY-03] a renter confirms a deposit that needs them from the booking's page", async () => {
  const waiting: BookingDetailView = {
    ...APPROVED,
    depositStatus: "action_required",
    nextStep: { code: "secure_deposit", by: "renter", until: "2027-06-04T15:00:00.000Z" },
    allowedActions: ["pay_deposit", "cancel"],
  };
  renderApp(`/my-bookings/${BOOKING.id}`, { [`GET ${PATH}`]: waiting, "GET /api/bookings/counts": null }, { user: {} });
  const nextStep = await screen.findByRole("region", { name: "What happens next" });
  expect(within(nextStep).getByText(/^We couldn’t hold the deposit on your card\. /)).toBeVisible();
  expect(within(nextStep).getByRole("link", { name: "Confirm deposit" })).toHaveAttribute(
    "href",
    `/checkout/${BOOKING.id}`,
  );
});

describe("handoff of a booking", () => {
  const open = async (booking: BookingDetailView) => {
    renderApp(
      `/my-bookings/${BOOKING.id}`,
      { [`GET ${PATH}`]: booking, "GET /api/bookings/counts": null, "GET /api/map": { styleUrl: null } },
      { user: {} },
    );
    return within(await screen.findByRole("region", { name: "Pickup" }));
  };
  const exchange = {
    ...BOOKING.exchange,
    address: "53 Hawthorne Lane, Maplewood, NJ 07040",
    latitude: 40.7272,
    longitude: -74.26889,
    isPickupConfirmed: true,
    scheduledPickupAt: "2026-06-04T14:00:00.000Z",
  };

  it("[EXCH-01] the handoff of a booking shows address, map, phone number, agreed time and calendar file once it is approved", async () => {
    const endAt = new Date(Date.now() + DAY).toISOString();
    const handoff = await open({ ...APPROVED, endAt, exchange, contactPhone: "+12015550101" });
    expect(handoff.getByText("53 Hawthorne Lane, Maplewood, NJ 07040")).toBeVisible();
    expect(handoff.getByRole("link", { name: "Open in Maps" })).toHaveAttribute(
      "href",
      expect.stringContaining("mlat=40.7272&mlon=-74.26889"),
    );
    expect(handoff.getByRole("link", { name: "Call Maya: (201) 555-0101" })).toHaveAttribute(
      "href",
      "tel:+12015550101",
    );
    expect(handoff.getByText("Pickup, confirmed")).toBeVisible();
    expect(handoff.getByRole("link", { name: "Add to calendar" })).toHaveAttribute("href", `${PATH}/calendar`);
  });

  it("a booking offers no calendar file once the rental has ended", async () => {
    const handoff = await open({ ...APPROVED, status: "in_possession", exchange });
    expect(handoff.queryByRole("link", { name: "Add to calendar" })).toBeNull();
  });

  it("the handoff of a booking says when the other person shares no phone number", async () => {
    const handoff = await open({ ...APPROVED, role: "owner", exchange });
    expect(handoff.getByText("Omar doesn’t share a phone number.")).toBeVisible();
  });

  it("[EXCH-01] the handoff of a booking shows only the town before approval, and when the address will be there", async () => {
    const handoff = await open(BOOKING);
    expect(handoff.getByText("Maplewood, NJ. The street address is shown once the request is approved.")).toBeVisible();
    for (const name of ["Open in Maps", "Add to calendar", /^Call/]) {
      expect(handoff.queryByRole("link", { name })).toBeNull();
    }
  });
});

describe("the kit of a booking", () => {
  const pieces = [
    { name: "Tent pole", count: 4, priceCents: 1200 },
    { name: "Peg", count: 12, priceCents: 150 },
  ];
  const returned: BookingDetailView = {
    ...APPROVED,
    role: "owner",
    status: "return_submitted",
    price: { ...BOOKING.price, pieces },
    missingPieces: [{ name: "Peg", count: 2, priceCents: 150 }],
    damageLimitCents: 66_000,
    nextStep: { code: "inspection", by: "owner", until: "2027-06-08T15:00:00.000Z" },
    allowedActions: ["close", "claim_damage"],
  };
  const open = (booking: BookingDetailView | (() => BookingDetailView), responses: Answers = {}) =>
    renderApp(
      `/my-bookings/${BOOKING.id}`,
      { [`GET ${PATH}`]: booking, "GET /api/bookings/counts": null, "GET /api/map": { styleUrl: null }, ...responses },
      { user: {} },
    );

  it("[COND-01] [KIT-01] the kit of a booking lists the pieces agreed at checkout and what is missing", async () => {
    open(returned);
    const kit = await screen.findByRole("region", { name: "Pieces" });
    expect(kit).toHaveTextContent("4 × Tent pole$12.00 each");
    expect(kit).toHaveTextContent("12 × Peg$1.50 each2 missing");
  });

  it("[KIT-01] the kit of a booking warns an owner who would accept a return with missing pieces", async () => {
    const { user } = open(returned);
    const nextStep = await screen.findByRole("region", { name: "What happens next" });
    await user.click(within(nextStep).getByRole("button", { name: "Everything looks good" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText(/^By the last count, 2 × Peg didn’t come back\./)).toBeVisible();
  });

  describe("claimed as damage", () => {
    const photo = rentalPhoto({ id: "01900000-0000-7000-8000-0000000000a1", stage: "return", byRole: "owner" });
    const report = { byRole: "owner", phase: "check_in", condition: "other" } as const;
    const reports = [conditionReport({ ...report, photoIds: [photo.id] })];
    const condition = { ...CONDITION, photos: [photo], reports };
    const claimed = { ...returned, status: "damaged_admin_review", allowedActions: [], nextStep: null };

    const openClaim = async (booking: BookingDetailView | (() => BookingDetailView), found: object) => {
      const app = open(booking, {
        [`GET ${PATH}/condition`]: found,
        [`POST ${PATH}/claim-damage`]: claimed,
      });
      const nextStep = await screen.findByRole("region", { name: "What happens next" });
      await app.user.click(within(nextStep).getByRole("button", { name: "Claim damage" }));
      const dialog = within(await screen.findByRole("alertdialog"));
      return {
        ...app,
        dialog,
        amount: dialog.getByRole("textbox", { name: "Repair or replacement cost, in dollars" }),
      };
    };

    it("[COND-01] [KIT-01] missing pieces suggest type and price, start with the report's photos, and are sent as one claim", async () => {
      const { user, callsTo, dialog, amount } = await openClaim(returned, condition);
      expect(dialog.getByRole("radio", { name: "Missing pieces" })).toBeChecked();
      expect(amount).toHaveValue("3.00");
      expect(amount).toHaveAccessibleDescription(
        "Missing pieces: 2 × Peg: $1.50 each. You can claim up to $660.00, the value Omar agreed to at checkout.",
      );
      expect(await dialog.findByRole("listitem")).toBeVisible();
      await user.clear(amount);
      await user.type(amount, "2.50");
      await user.click(dialog.getByRole("radio", { name: /^Minor/ }));
      await user.type(dialog.getByRole("textbox", { name: "Describe the damage" }), "Two pegs");
      await user.click(dialog.getByRole("button", { name: "Send claim" }));
      await waitFor(() =>
        expect(callsTo(`POST ${PATH}/claim-damage`).map(({ body }) => body)).toEqual([
          {
            damageType: "missing_pieces",
            severity: "low",
            amountCents: 250,
            notes: "Two pegs",
            photoIds: [photo.id],
          },
        ]),
      );
    });

    it("[KIT-01] missing pieces suggest what a report says that arrives after the dialog opened, and keep what the owner entered", async () => {
      let booking: BookingDetailView = { ...returned, missingPieces: [] };
      const { client, user, dialog, amount } = await openClaim(() => booking, condition);
      const arrives = async (missingPieces: BookingDetailView["missingPieces"]) => {
        booking = { ...booking, missingPieces };
        await act(() => refreshBookings(client));
      };
      expect(amount).toHaveValue("");
      await arrives(returned.missingPieces);
      await waitFor(() => expect(amount).toHaveValue("3.00"));
      expect(dialog.getByRole("radio", { name: "Missing pieces" })).toBeChecked();
      await user.clear(amount);
      await user.type(amount, "2.50");
      await user.click(dialog.getByRole("radio", { name: "Broken" }));
      await arrives([{ name: "Peg", count: 4, priceCents: 150 }]);
      await waitFor(() => expect(amount).toHaveAccessibleDescription(/4 × Peg/));
      expect(amount).toHaveValue("2.50");
      expect(dialog.getByRole("radio", { name: "Broken" })).toBeChecked();
    });

    it("[DMG-01] missing pieces can't be claimed above what the renter agreed to, which is said at the amount", async () => {
      const price = { ...returned.price, loss: { valueCents: 9_000, isNamedByOwner: true, maxCents: 9_000 } };
      const limits = { price, damageLimitCents: 6_000, depositCents: 6_000, lossLimitCents: 9_000 };
      const { user, callsTo, dialog, amount } = await openClaim(
        { ...returned, ...limits, missingPieces: [] },
        condition,
      );
      await dialog.findByRole("listitem");
      await user.type(amount, "60.01");
      await user.click(dialog.getByRole("radio", { name: "Broken" }));
      await user.click(dialog.getByRole("radio", { name: /^Severe/ }));
      await user.type(dialog.getByRole("textbox", { name: "Describe the damage" }), "The lid is off");
      await user.click(dialog.getByRole("button", { name: "Send claim" }));
      await waitFor(() => expect(amount).toBeInvalid());
      expect(amount).toHaveAccessibleDescription(/You can claim up to \$60\.00, the deposit\./);
      expect(amount).toHaveAccessibleDescription(/This is above the limit\. Enter \$60\.00 or less\./);
      expect(callsTo(`POST ${PATH}/claim-damage`)).toEqual([]);
      // A loss has a limit of its own.
      await user.click(dialog.getByRole("radio", { name: "Not returned" }));
      await user.clear(amount);
      await user.type(amount, "90");
      await user.click(dialog.getByRole("button", { name: "Send claim" }));
      await waitFor(() =>
        expect(callsTo(`POST ${PATH}/claim-damage`).map(({ body }) => body)).toMatchObject([
          { damageType: "lost", amountCents: 9_000 },
        ]),
      );
    });

    it("[DMG-01] missing pieces ask for a photo before the claim is sent, except of an item that never came back", async () => {
      const { user, callsTo, dialog, amount } = await openClaim({ ...returned, missingPieces: [] }, CONDITION);
      expect(amount).toHaveValue("");
      await user.type(amount, "20");
      await user.click(dialog.getByRole("radio", { name: "Broken" }));
      await user.click(dialog.getByRole("radio", { name: /^Severe/ }));
      await user.type(dialog.getByRole("textbox", { name: "Describe the damage" }), "The lid is off");
      await user.click(dialog.getByRole("button", { name: "Send claim" }));
      expect((await dialog.findAllByText("Add at least one photo that shows the problem"))[0]).toBeVisible();
      expect(callsTo(`POST ${PATH}/claim-damage`)).toEqual([]);
      await user.click(dialog.getByRole("radio", { name: "Not returned" }));
      await user.click(dialog.getByRole("button", { name: "Send claim" }));
      await waitFor(() => expect(callsTo(`POST ${PATH}/claim-damage`)).toHaveLength(1));
    });
  });
});

describe("[DMG-01] a damage claim", () => {
  const CLAIM: DamageClaimView = {
    status: "open",
    filedBy: "owner",
    damageType: "broken",
    severity: "medium",
    amountCents: 15_000,
    notes: "The lid is off",
    photos: [
      {
        id: BOOKING.id,
        url: "/1.webp",
        placeholder: "data:,",
        filename: "lid.jpg",
        createdAt: BOOKING.createdAt,
        isRemoved: false,
      },
    ],
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
  const openWith = async (claim: Partial<DamageClaimView>, changes: Partial<BookingDetailView>) => {
    const booking = { ...APPROVED, status: "damaged_admin_review", claim: { ...CLAIM, ...claim }, ...changes } as const;
    const answers = { [`GET ${PATH}`]: booking, "GET /api/bookings/counts": null, "GET /api/map": { styleUrl: null } };
    const app = renderApp(
      `/my-bookings/${BOOKING.id}`,
      { ...answers, [`POST ${PATH}/contest-claim`]: booking },
      { user: {} },
    );
    return { ...app, card: within(await screen.findByRole("region", { name: "Damage claim" })) };
  };

  it("a damage claim shows the renter what is claimed, with its photos, and lets them contest it", async () => {
    const { user, card, callsTo } = await openWith({}, { allowedActions: ["agree_to_claim", "contest_claim"] });
    expect(card.getByText("Maya claims $150.00")).toBeVisible();
    expect(card.getByText("Broken · Moderate")).toBeVisible();
    expect(card.getByRole("img", { name: "Damage photo 1" })).toBeInTheDocument();
    expect(card.getByRole("button", { name: "Agree" })).toBeVisible();
    await user.click(card.getByRole("button", { name: "Contest" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.type(dialog.getByRole("textbox", { name: "What happened?" }), "It was loose before");
    await user.click(dialog.getByRole("button", { name: "Contest claim" }));
    await waitFor(() =>
      expect(callsTo(`POST ${PATH}/contest-claim`).map(({ body }) => body)).toEqual([
        { reason: "It was loose before" },
      ]),
    );
  });

  it("a damage claim tells an admin how much they can award", async () => {
    const admin = { role: "admin", damageLimitCents: 20_000, depositCents: 6_000 } as const;
    const { card } = await openWith({}, { ...admin, allowedActions: ["resolve"] });
    expect(card.getByText(/^You can award up to \$200\.00, the value Omar agreed to/)).toBeVisible();
  });

  it("a damage claim shows what deposit and card pay, when the card is charged, and the way to pay earlier", async () => {
    const decided = {
      status: "decided",
      depositCents: 6_000,
      cardCents: 8_000,
      decisionReason: "By the photos",
    } as const;
    const chargeableAt = "2027-06-10T16:00:00.000Z";
    const { card } = await openWith(
      { ...decided, chargeableAt },
      {
        status: "closed",
        damageCents: 14_000,
        nextStep: { code: "damage_notice", by: "platform", until: chargeableAt },
        allowedActions: ["pay_damage"],
      },
    );
    expect(
      card.getByText(
        /^\$60\.00 comes from the deposit\. We’ll charge \$80\.00 to your card on .* You can pay earlier\.$/,
      ),
    ).toBeVisible();
    expect(card.getByText("Decision: By the photos")).toBeVisible();
    const nextStep = within(screen.getByRole("region", { name: "What happens next" }));
    expect(nextStep.getByRole("link", { name: "Pay for the damage" })).toHaveAttribute(
      "href",
      `/checkout/${BOOKING.id}`,
    );
  });
});

describe("request inbox", () => {
  const REQUEST = {
    ...BOOKING,
    role: "owner",
    town: "Maplewood, NJ",
    allowedActions: ["approve", "decline"],
    ownerEarningsCents: 36_000,
    renterTrust: {
      memberSince: "2026-01-01T00:00:00.000Z",
      isEmailVerified: true,
      isPhoneVerified: true,
      completedRentals: 0,
      averageRating: null,
      reviewCount: 0,
      latestReview: null,
      canceledRentals: 0,
      city: null,
    },
    ownerDecisionDeadline: new Date(Date.now() + 86_400_000).toISOString(),
    isPickupFlexible: false,
    isDropoffFlexible: false,
    requestedPickupAt: null,
    requestedDropoffAt: null,
  };
  const openInbox = async (responses: Answers) => {
    const app = renderApp("/booking-requests", { "GET /api/bookings/counts": null, ...responses }, { user: {} });
    await app.user.click(await screen.findByRole("button", { name: /^Approve/ }));
    return { ...app, dialog: within(await screen.findByRole("alertdialog")) };
  };

  it("[REQ-01] the request inbox shows an error when a request is no longer open by the time the owner answers", async () => {
    let isGone = false;
    const { user, dialog } = await openInbox({
      "GET /api/booking-requests": () => (isGone ? [] : [REQUEST]),
      [`POST ${PATH}/approve`]: () => {
        isGone = true;
        return refusal(409, "action_not_allowed", "This is no longer possible");
      },
    });
    await user.click(dialog.getByRole("button", { name: "Approve request" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("This is no longer possible");
    expect(screen.queryByRole("article")).toBeNull();
  });

  it("the request inbox tells an owner without a payout account what approving means for the money", async () => {
    const { dialog } = await openInbox({ "GET /api/booking-requests": [{ ...REQUEST, isPayoutReady: false }] });
    expect(dialog.getByText(/We’ll send your \$360\.00 once your payout account is ready\./)).toBeVisible();
    expect(dialog.getByRole("link", { name: "Set up payouts" })).toHaveAttribute("href", "/profile?tab=payments");
    expect(dialog.getByRole("button", { name: "Approve request" })).toBeEnabled();
  });

  it("the request inbox says nothing about payouts to an owner whose payout account is ready", async () => {
    const { dialog } = await openInbox({ "GET /api/booking-requests": [REQUEST] });
    expect(dialog.queryByText(/payout account/)).toBeNull();
  });
});

it("[LATE-01] a renter contests a late fee with a reason", async () => {
  const closed: BookingDetailView = {
    ...APPROVED,
    status: "closed",
    lateFee: { ...LATE_FEE, chargeableAt: null },
    nextStep: { code: "contest_late_fee", by: "renter", until: null },
    allowedActions: ["contest_late_fee"],
  };
  const contested = { ...closed, allowedActions: [], lateFee: { ...LATE_FEE, status: "disputed" } };
  const { user, fill, callsTo } = renderApp(
    `/my-bookings/${BOOKING.id}`,
    {
      [`GET ${PATH}`]: () => (callsTo(`POST ${PATH}/contest-late-fee`).length > 0 ? contested : closed),
      "GET /api/bookings/counts": null,
      [`POST ${PATH}/contest-late-fee`]: contested,
    },
    { user: {} },
  );
  const card = within(await screen.findByRole("region", { name: "Late fee" }));
  expect(card.getByText("We’ll charge your card soon.")).toBeVisible();
  await user.click(card.getByRole("button", { name: "Contest the late fee" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await fill(dialog.getByRole("textbox", { name: "What happened?" }), "Nobody opened");
  await user.click(dialog.getByRole("button", { name: "Contest late fee" }));
  expect(await card.findByText(/^It’s contested\. Our team will decide\./)).toBeVisible();
  expect(callsTo(`POST ${PATH}/contest-late-fee`)[0]?.body).toEqual({ reason: "Nobody opened" });
});

it("[LATE-01] renter and owner see what a late item costs now", async () => {
  const late: BookingDetailView = {
    ...APPROVED,
    role: "owner",
    status: "in_possession",
    rentalStatus: "overdue",
    price: { ...BOOKING.price, lateFee: LATE_FEE_TERMS },
    lateFee: { ...LATE_FEE, stoppedAt: null, chargeableAt: null },
    nextStep: { code: "overdue", by: "renter", until: BOOKING.endAt },
  };
  renderApp(`/my-bookings/${BOOKING.id}`, { [`GET ${PATH}`]: late, "GET /api/bookings/counts": null }, { user: {} });
  const meter = within(await screen.findByRole("region", { name: "Late fee" }));
  expect(meter.getByText("$60.00")).toBeVisible();
});

it("[LATE-01] an endangered booking offers other dates, similar items and a free cancellation", async () => {
  const endangered: BookingDetailView = { ...APPROVED, isEndangered: true, allowedActions: ["cancel"] };
  renderApp(
    `/my-bookings/${BOOKING.id}`,
    {
      [`GET ${PATH}`]: endangered,
      "GET /api/bookings/counts": null,
      [`GET /api/items/${BOOKING.item.id}`]: { ...TENT, category: { id: CATEGORIES[0]?.id, name: "Camping" } },
      "GET /api/categories": CATEGORIES,
    },
    { user: {} },
  );
  expect(await screen.findByText("It may not be back yet")).toBeVisible();
  expect(screen.getByRole("button", { name: "Choose other dates" })).toBeVisible();
  const category = encodeURIComponent(CATEGORIES[0]?.slug ?? "");
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "See similar items" })).toHaveAttribute(
      "href",
      `/browse?category=${category}&startDate=2026-06-04&endDate=2026-06-06`,
    ),
  );
  expect(screen.getByRole("button", { name: /^Cancel booking/ })).toHaveAccessibleName(
    "Cancel booking with a full refund",
  );
});
