import type { BookingDetailView, ExtensionView } from "@nexby/contract/bookings/bookings";
import type { ExtensionOptionsView } from "@nexby/contract/bookings/extensions";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";
import { openExtensionText } from "./copy/extensions.ts";

const PATH = `/api/bookings/${BOOKING.id}`;

const priceOf = (days: number): ExtensionView["price"] => ({
  ...BOOKING.price,
  days,
  lines: [
    {
      code: "rental",
      label: `$25.00 × ${days === 1 ? "1 day" : `${days} days`}`,
      unitCents: 2_500,
      units: days,
      amountCents: 2_500 * days,
      taxable: true,
      payee: "owner",
    },
  ],
  totalCents: 2_500 * days,
  depositCents: 0,
});

const OPTIONS: ExtensionOptionsView = {
  refusal: null,
  options: [
    { endDate: "2026-06-07", endAt: "2026-06-07T22:00:00.000Z", price: priceOf(1) },
    { endDate: "2026-06-08", endAt: "2026-06-08T22:00:00.000Z", price: priceOf(2) },
  ],
  limit: {
    code: "not_enough_units",
    message: "You can’t keep it until Tue, Jun 9, because it’s booked or blocked then",
  },
  isInstant: false,
  decideBy: "2026-06-05T16:00:00.000Z",
};

const EXTENSION: ExtensionView = {
  id: "0198c0de-0000-7000-8000-0000000000e1",
  status: "requested",
  endDate: "2026-06-08",
  endAt: "2026-06-08T22:00:00.000Z",
  previousEndAt: BOOKING.endAt,
  price: priceOf(2),
  ownerEarningsCents: null,
  message: "The weather is great",
  declineReason: null,
  expiresAt: "2026-06-05T16:00:00.000Z",
  requestedAt: "2026-06-04T16:00:00.000Z",
  decidedAt: null,
};

const DECLINED: ExtensionView = { ...EXTENSION, status: "declined", decidedAt: "2026-06-04T18:00:00.000Z" };

const RENTED: BookingDetailView = {
  ...BOOKING,
  status: "in_possession",
  approvalStatus: "approved",
  paymentStatus: "captured",
  rentalStatus: "active",
  depositStatus: "secured",
  nextStep: { code: "return", by: "renter", until: BOOKING.endAt },
  allowedActions: ["extend", "submit_return"],
};
const ASKED: BookingDetailView = {
  ...RENTED,
  role: "owner",
  nextStep: { code: "extension_decision", by: "owner", until: null },
  allowedActions: ["approve_extension", "decline_extension", "submit_return"],
  extensions: [{ ...EXTENSION, ownerEarningsCents: 4_750 }],
};

async function open(booking: BookingDetailView, answers: Answers = {}) {
  const app = renderApp(
    `/my-bookings/${BOOKING.id}`,
    {
      [`GET ${PATH}`]: booking,
      [`GET ${PATH}/extension`]: OPTIONS,
      "GET /api/bookings/counts": null,
      "GET /api/map": { styleUrl: null },
      ...answers,
    },
    { user: {} },
  );
  return { ...app, card: within(await screen.findByRole("region", { name: "Extension" })) };
}

describe("[EXT-01] extending a rental", () => {
  it("the step card that asks for a reply has both replies, before everything else", async () => {
    const { user, callsTo } = await open(ASKED, { [`POST ${PATH}/approve-extension`]: RENTED });
    const step = within(screen.getByRole("region", { name: "What happens next" }));
    const names = step.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent);
    expect(names).toEqual(["Approve more days", "Decline more days", "Mark as returned"]);
    await user.click(step.getByRole("button", { name: "Approve more days" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Approve Omar’s extension?" }));
    await user.click(dialog.getByRole("button", { name: "Approve extension" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(callsTo(`POST ${PATH}/approve-extension`).map(({ body }) => body)).toEqual([{ extensionId: EXTENSION.id }]);
  });

  it.each([
    ["nobody may ask", { allowedActions: ["submit_return" as const], extensions: [DECLINED] }],
    ["another request is open", { extensions: [EXTENSION] }],
  ])("a booking offers no further days while %s", async (_, changes) => {
    const { card } = await open({ ...RENTED, ...changes });
    expect(card.getByText(/until Mon, Jun 8/)).toBeVisible();
    expect(card.queryByRole("button", { name: /^Extend/ })).toBeNull();
  });

  it("the renter chooses a day, sees its price at once, and goes on to the payment", async () => {
    const draft: BookingDetailView = {
      ...RENTED,
      allowedActions: ["pay_extension", "withdraw_extension", "submit_return"],
      extensions: [{ ...EXTENSION, status: "draft", requestedAt: null }],
    };
    let isHeld = false;
    const { user, card, callsTo } = await open(RENTED, {
      [`GET ${PATH}`]: () => (isHeld ? draft : RENTED),
      [`POST ${PATH}/extension`]: () => {
        isHeld = true;
        return draft;
      },
      [`POST ${PATH}/refresh`]: draft,
      "GET /api/payments/cards": [],
      "GET /api/payments/config": { kind: "sandbox", publishableKey: "pk_test", sandboxUrl: "/sandbox" },
    });
    await user.click(card.getByRole("button", { name: "Extend rental" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Extend your rental" }));
    const day = await dialog.findByRole("combobox", { name: "New last day" });
    expect(dialog.getByText(/^Maya has until Fri, Jun 5, 12:00 PM EDT to approve\. /)).toBeVisible();
    expect(dialog.getByText("$25.00 × 1 day")).toBeVisible();
    await user.selectOptions(day, "Mon, Jun 8 · 2 more days · $50.00");
    expect(dialog.getByText("$25.00 × 2 days")).toBeVisible();
    await user.type(dialog.getByRole("textbox", { name: "Message to Maya (optional)" }), "The weather is great");
    await user.click(dialog.getByRole("button", { name: "Continue to payment" }));
    expect((await screen.findAllByRole("button", { name: "Authorize $50.00" }))[0]).toBeVisible();
    expect(screen.getByText(/^Extend your rental by 2 days, until Mon, Jun 8, 6:00 PM/)).toBeVisible();
    expect(callsTo(`POST ${PATH}/extension`).map(({ body }) => body)).toEqual([
      { endDate: "2026-06-08", totalCents: 5_000, message: "The weather is great" },
    ]);
  });

  it("the renter learns why no day is possible, or why one just became impossible", async () => {
    const none = { ...OPTIONS, options: [] };
    const { user, card } = await open(RENTED, { [`GET ${PATH}/extension`]: none });
    await user.click(card.getByRole("button", { name: "Extend rental" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Extend your rental" }));
    expect(
      await dialog.findByText("You can’t keep it until Tue, Jun 9, because it’s booked or blocked then"),
    ).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Continue to payment" })).toBeNull();
  });

  it("extending a rental keeps the choice when someone else has just booked the days", async () => {
    const taken = "Someone else has booked these days. Choose an earlier day.";
    const { user, card } = await open(RENTED, {
      [`POST ${PATH}/extension`]: () => refusal(409, "units_unavailable", taken),
    });
    await user.click(card.getByRole("button", { name: "Extend rental" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Extend your rental" }));
    await user.click(await dialog.findByRole("button", { name: "Continue to payment" }));
    expect(await dialog.findByText(taken)).toBeVisible();
    expect(dialog.getByRole("combobox", { name: "New last day" })).toHaveValue("2026-06-07");
  });

  it.each([
    [
      "owner",
      "requested",
      "Omar wants to keep it 2 more days. Reply by Fri, Jun 5, 12:00 PM EDT, or the request expires.",
    ],
    [
      "renter",
      "requested",
      "Waiting for Maya to reply by Fri, Jun 5, 12:00 PM EDT. Your card is charged only after approval.",
    ],
    [
      "renter",
      "draft",
      "Pay by Fri, Jun 5, 12:00 PM EDT to send your request. After that, others can book these days.",
    ],
  ] as const)("extending a rental tells the %s what the %s extension waits for", (role, status, text) => {
    expect(openExtensionText({ ...EXTENSION, status }, { ...ASKED, role })).toBe(text);
  });

  it("the owner sees what they would earn and approves the request they saw", async () => {
    const approved: BookingDetailView = {
      ...ASKED,
      nextStep: RENTED.nextStep,
      allowedActions: ["submit_return"],
      extensions: [{ ...EXTENSION, status: "approved", decidedAt: "2026-06-04T17:00:00.000Z" }],
    };
    let isApproved = false;
    const { user, card, callsTo } = await open(ASKED, {
      [`GET ${PATH}`]: () => (isApproved ? approved : ASKED),
      [`POST ${PATH}/approve-extension`]: () => {
        isApproved = true;
        return approved;
      },
    });
    expect(card.getByText("2 more days, until Mon, Jun 8, 6:00 PM", { exact: false })).toBeVisible();
    expect(card.getByText("You’d earn $47.50 more")).toBeVisible();
    expect(card.getByText("The weather is great")).toBeVisible();
    await user.click(card.getByRole("button", { name: "Approve the extension" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Approve Omar’s extension?" }));
    expect(
      dialog.getByText(/^Omar returns it by Mon, Jun 8, 6:00 PM.* card \$50\.00, and you’ll earn \$47\.50 more\.$/),
    ).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Approve extension" }));
    expect(await card.findByText("Approved")).toBeVisible();
    expect(callsTo(`POST ${PATH}/approve-extension`).map(({ body }) => body)).toEqual([{ extensionId: EXTENSION.id }]);
  });

  it("the buttons of an open request stand with it, before a request that was declined earlier", async () => {
    const earlier = { ...DECLINED, id: EXTENSION.id.replace("e1", "e0"), declineReason: "The kayak is promised" };
    await open({ ...ASKED, extensions: [earlier, ...ASKED.extensions] });
    const text = screen.getByRole("region", { name: "Extension" }).textContent ?? "";
    const places = ["The weather is great", "Approve", "Decline", "The kayak is promised"].map((part) =>
      text.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it("the owner declines the request they saw with a reason, which the form sends", async () => {
    const declined: BookingDetailView = {
      ...ASKED,
      nextStep: RENTED.nextStep,
      allowedActions: ["submit_return"],
      extensions: [
        {
          ...EXTENSION,
          status: "declined",
          decidedAt: "2026-06-04T17:00:00.000Z",
          declineReason: "I need it on Monday",
        },
      ],
    };
    let isDeclined = false;
    const call = `POST ${PATH}/decline-extension`;
    const { user, fill, card, callsTo } = await open(ASKED, {
      [`GET ${PATH}`]: () => (isDeclined ? declined : ASKED),
      [call]: () => {
        isDeclined = true;
        return declined;
      },
    });
    await user.click(card.getByRole("button", { name: "Decline the extension" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Decline Omar’s extension?" }));
    await fill(dialog.getByRole("textbox", { name: "Reason" }), "I need it on Monday");
    await user.click(dialog.getByRole("button", { name: "Decline extension" }));
    expect(await card.findByText("Declined")).toBeVisible();
    expect(callsTo(call).map(({ body }) => body)).toEqual([
      { extensionId: EXTENSION.id, reason: "I need it on Monday" },
    ]);
  });
});
