import type { BookingDetailView, UnitReturnView } from "@nexby/contract/bookings/bookings";
import { screen, within } from "@testing-library/react";
import { expect, it, test } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;
/** The server answers with the booking as the last action left it. */
function open(booking: BookingDetailView, actions: Record<string, BookingDetailView | Response> = {}) {
  let current = booking;
  const answers: Answers = {};
  for (const [call, answer] of Object.entries(actions))
    answers[call] = () => {
      if (!(answer instanceof Response)) current = answer;
      return answer;
    };
  return renderApp(
    `/my-bookings/${BOOKING.id}`,
    { [`GET ${PATH}`]: () => current, "GET /api/bookings/counts": null, ...answers },
    { user: {} },
  );
}

const OUT: BookingDetailView = {
  ...BOOKING,
  status: "in_possession",
  approvalStatus: "approved",
  paymentStatus: "captured",
  rentalStatus: "active",
  quantity: 3,
  unitsOut: 3,
  nextStep: { code: "return", by: "renter", until: BOOKING.endAt },
  allowedActions: ["submit_return"],
};

const RETURN: UnitReturnView = {
  id: "0190a0a0-0000-7000-8000-00000000000a",
  units: 2,
  at: "2026-06-05T15:00:00.000Z",
  byRole: "renter",
  isByCode: false,
  notes: "In the shed",
  reportId: null,
  confirmedAt: null,
};

const button = (name: string) => screen.findByRole("button", { name });

it("[BOOK-01] a renter of several units says how many come back, all by default", async () => {
  const some = { ...OUT, unitsOut: 1, returns: [RETURN] };
  const { user, callsTo } = open(OUT, { [`POST ${PATH}/return`]: some });
  await user.click(await button("Mark as returned"));
  const dialog = within(await screen.findByRole("alertdialog"));
  const units = dialog.getByRole("textbox", { name: "How many units come back?" });
  expect(units).toHaveValue("3");
  expect(units).toHaveAccessibleDescription("3 of 3 units are still out.");
  await user.clear(units);
  await user.type(units, "2");
  await user.click(dialog.getByRole("button", { name: "Mark as returned" }));
  expect(await screen.findByText("1 of 3 units is still out.")).toBeVisible();
  expect(callsTo(`POST ${PATH}/return`)[0]?.body).toEqual({ notes: "", units: 2, unitsOut: 3 });
});

it("[BOOK-01] a renter of one unit isn't asked for a number", async () => {
  const one = { ...OUT, quantity: 1, unitsOut: 1 };
  const { user, callsTo } = open(one, { [`POST ${PATH}/return`]: { ...one, status: "return_submitted", unitsOut: 0 } });
  await user.click(await button("Mark as returned"));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.queryByRole("textbox", { name: "How many units come back?" })).toBeNull();
  expect(dialog.getByText(/then has 48 hours to check it/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Mark as returned" }));
  await screen.findByText("Marked as returned");
  expect(callsTo(`POST ${PATH}/return`)[0]?.body).toEqual({ notes: "" });
  expect(screen.queryByRole("heading", { name: "Returned units" })).toBeNull();
});

it("[BOOK-01] a person who saw an older number of units gets an error, and nothing is returned", async () => {
  const message = "More units were marked as returned since you looked. Check how many are still out.";
  const { user } = open(OUT, {
    [`POST ${PATH}/return`]: refusal(409, "action_not_allowed", message),
  });
  await user.click(await button("Mark as returned"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Mark as returned" }));
  expect(await screen.findByText(`${message} Here’s the current status.`)).toBeVisible();
});

it("[BOOK-01] an owner confirms the units that the renter marked as returned", async () => {
  const owned: BookingDetailView = {
    ...OUT,
    role: "owner",
    unitsOut: 1,
    returns: [RETURN],
    allowedActions: ["confirm_units"],
  };
  const confirmed = { ...owned, allowedActions: [], returns: [{ ...RETURN, confirmedAt: "2026-06-05T16:00:00.000Z" }] };
  const { user, callsTo } = open(owned, { [`POST ${PATH}/confirm-units`]: confirmed });
  const part = within(await screen.findByRole("region", { name: "Returned units" }));
  expect(part.getByText("1 of 3 units is still out.")).toBeVisible();
  expect(part.getByText("In the shed")).toBeVisible();
  expect(part.getByText("You haven’t confirmed it.")).toBeVisible();
  await user.click(part.getByRole("button", { name: /^Confirm: Omar marked 2 units as returned on / }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Yes, I have them" }));
  expect(await screen.findByText("You confirmed it.")).toBeVisible();
  expect(callsTo(`POST ${PATH}/confirm-units`)[0]?.body).toEqual({ returnId: RETURN.id });
  expect(part.queryByRole("button", { name: /^Confirm/ })).toBeNull();
});

test.each<[string, Partial<BookingDetailView>, Partial<UnitReturnView>, RegExp[]]>([
  [
    "a return with a code",
    {},
    { isByCode: true },
    [/^2 units returned with a code on /, /^Confirmed by both of you\.$/],
  ],
  ["the renter's own return", {}, {}, [/^You marked 2 units as returned on /, /^Maya hasn’t confirmed it\.$/]],
  ["the owner's return of one unit", {}, { byRole: "owner", units: 1 }, [/^Maya marked 1 unit as returned on /]],
  ["the last return", { unitsOut: 0, status: "return_submitted" }, {}, [/^All units are back\.$/]],
])("[BOOK-01] the booking shows %s", async (_, changes, returned, texts) => {
  open({ ...OUT, unitsOut: 1, allowedActions: [], returns: [{ ...RETURN, ...returned }], ...changes });
  const part = within(await screen.findByRole("region", { name: "Returned units" }));
  for (const text of texts) expect(part.getByText(text)).toBeVisible();
});

it("[DMG-01] an owner names what lost units without a value cost, and sees the limit", async () => {
  const claim: NonNullable<BookingDetailView["claim"]> = {
    status: "open",
    filedBy: "system",
    damageType: "lost",
    severity: "high",
    amountCents: 0,
    notes: "Not returned",
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
  const lost: BookingDetailView = {
    ...OUT,
    role: "owner",
    status: "damaged_admin_review",
    unitsOut: 2,
    lossLimitCents: 20_000,
    nextStep: null,
    allowedActions: ["name_loss"],
    claim,
  };
  const named = {
    ...lost,
    allowedActions: [],
    claim: { ...claim, amountCents: 15_050, namedAt: BOOKING.endAt, notes: "Used" },
  };
  const { user, callsTo } = open(lost, { [`POST ${PATH}/name-loss`]: named });
  expect(await screen.findByText("2 of 3 units weren’t returned")).toBeVisible();
  await user.click(await button("Name the cost"));
  const dialog = within(await screen.findByRole("alertdialog"));
  const cost = dialog.getByRole("textbox", { name: "Cost in dollars" });
  expect(cost).toHaveAccessibleDescription("The renter agreed to at most $200.00.");
  await user.type(cost, "150.50");
  await user.type(dialog.getByRole("textbox", { name: "What makes up the cost?" }), "Used");
  await user.click(dialog.getByRole("button", { name: "Send amount" }));
  expect(await screen.findByText("You ask for $150.50.")).toBeVisible();
  expect(callsTo(`POST ${PATH}/name-loss`)[0]?.body).toEqual({ amountCents: 15_050, notes: "Used" });
});
