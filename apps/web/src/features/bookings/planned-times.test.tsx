import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { toasts } from "../../lib/toasts.ts";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { PLAN } from "../../testing/planned-time.fixture.ts";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";
import { planLines, planTime } from "./copy/planned-times.ts";

const PATH = `/api/bookings/${BOOKING.id}`;
const PROPOSAL_ID = PLAN.proposal?.id;
const ASKED: BookingDetailView = {
  ...BOOKING,
  role: "owner",
  status: "approved",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: { code: "confirm_pickup", by: "owner", until: "2026-06-01T16:00:00.000Z" },
  allowedActions: ["cancel", "propose_pickup", "confirm_pickup"],
  plannedTimes: [PLAN],
};
const CONFIRMED: BookingDetailView = {
  ...ASKED,
  status: "scheduled",
  nextStep: { code: "pickup", by: "renter", until: null },
  allowedActions: ["cancel", "propose_pickup"],
  plannedTimes: [{ ...PLAN, at: "2026-06-04T13:00:00.000Z", isConfirmed: true, turn: null, proposal: null }],
};

async function open(booking: BookingDetailView, answers: Answers = {}, name = "Pickup time") {
  const app = renderApp(
    `/my-bookings/${BOOKING.id}`,
    { [`GET ${PATH}`]: booking, "GET /api/bookings/counts": null, "GET /api/map": { styleUrl: null }, ...answers },
    { user: {} },
  );
  return { ...app, card: within(await screen.findByRole("region", { name })) };
}

describe("planned times of a booking", () => {
  it("[PICK-01] the owner confirms the proposed time with one button, which sends the proposal they saw", async () => {
    let isConfirmed = false;
    const { user, card, callsTo } = await open(ASKED, {
      [`GET ${PATH}`]: () => (isConfirmed ? CONFIRMED : ASKED),
      [`POST ${PATH}/confirm-time`]: () => {
        isConfirmed = true;
        return CONFIRMED;
      },
    });
    expect(card.getByText("Your turn")).toBeVisible();
    await user.click(card.getByRole("button", { name: "Confirm the time: Pickup time" }));
    expect(await card.findByText("Confirmed")).toBeVisible();
    expect(card.getByRole("status")).toHaveFocus();
    expect(toasts.current()?.title).toBe("Time confirmed");
    expect(callsTo(`POST ${PATH}/confirm-time`).map(({ body }) => body)).toEqual([
      { kind: "pickup", proposalId: PROPOSAL_ID },
    ]);
    const nextStep = within(screen.getByRole("region", { name: "What happens next" }));
    expect(nextStep.queryByRole("button", { name: /time/ })).toBeNull();
  });

  it("[PICK-01] a planned time shows the time, everything that is said about it and what its writer wrote", async () => {
    const proposal = PLAN.proposal && { ...PLAN.proposal, isFlexible: true, message: "I work until 11" };
    const plan = { ...PLAN, proposal };
    const booking = { ...ASKED, plannedTimes: [plan] };
    const { card } = await open(booking);
    const lines = planLines(plan, booking);
    expect(lines).toHaveLength(2);
    for (const line of [planTime(plan, booking), ...lines]) expect(card.getByText(line)).toBeVisible();
    expect(card.getByText(/I work until 11/)).toBeVisible();
  });

  it("[PICK-01] the step card that asks to confirm the time confirms it", async () => {
    let isConfirmed = false;
    const asked = { ...ASKED, nextStep: { code: "confirm_pickup", by: "owner", until: null } } as const;
    const { user, callsTo } = await open(asked, {
      [`GET ${PATH}`]: () => (isConfirmed ? CONFIRMED : asked),
      [`POST ${PATH}/confirm-time`]: () => {
        isConfirmed = true;
        return CONFIRMED;
      },
    });
    const nextStep = within(screen.getByRole("region", { name: "What happens next" }));
    expect(nextStep.getByText(/^Confirm the pickup time\./)).toBeVisible();
    const [first] = nextStep.getAllByRole("button");
    expect(first).toHaveAccessibleName("Confirm the pickup time");
    await user.click(nextStep.getByRole("button", { name: "Confirm the pickup time" }));
    await expect.poll(() => nextStep.queryByRole("button", { name: "Confirm the pickup time" })).toBeNull();
    expect(callsTo(`POST ${PATH}/confirm-time`).map(({ body }) => body)).toEqual([
      { kind: "pickup", proposalId: PROPOSAL_ID },
    ]);
  });

  it("[PICK-01] the owner replies with a suggested time, or any other time and a message", async () => {
    const { user, card, callsTo } = await open(ASKED, { [`POST ${PATH}/propose-time`]: ASKED });
    await user.click(card.getByRole("button", { name: "Propose another time: Pickup time" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Propose a pickup time" }));
    const suggestion = dialog.getByRole("button", { name: "10:00 AM" });
    expect(dialog.getByRole("button", { name: "9:30 AM" })).toHaveFocus();
    await user.click(suggestion);
    expect(suggestion).toHaveAttribute("aria-pressed", "true");
    expect(dialog.getByRole("combobox", { name: "Time" })).toHaveValue("10:00");
    await user.selectOptions(dialog.getByRole("combobox", { name: "Day" }), "Fri, Jun 5");
    await user.selectOptions(dialog.getByRole("combobox", { name: "Time" }), "7:30 PM");
    expect(suggestion).toHaveAttribute("aria-pressed", "false");
    await user.type(dialog.getByRole("textbox", { name: "Message (optional)" }), "After work");
    await user.click(dialog.getByRole("button", { name: "Propose time" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    const time = { kind: "pickup", date: "2026-06-05", time: "19:30", place: "", message: "After work", notes: "" };
    expect(callsTo(`POST ${PATH}/propose-time`).map(({ body }) => body)).toEqual([
      { ...time, proposalId: PROPOSAL_ID },
    ]);
  });

  it("[PICK-01] the card of planned times offers a renter times within the owner's hours only, and shows a rejected time at its field", async () => {
    const asRenter: BookingDetailView = { ...CONFIRMED, role: "renter" };
    const message = "This time has passed. Please choose a later one.";
    const { user, card } = await open(asRenter, {
      [`POST ${PATH}/propose-time`]: () => refusal(400, "validation_failed", message, [{ field: "time", message }]),
    });
    await user.click(card.getByRole("button", { name: "Propose another time: Pickup time" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    const times = within(dialog.getByRole("combobox", { name: "Time" })).getAllByRole("option");
    expect([times[0]?.textContent, times.at(-1)?.textContent]).toEqual(["9:00 AM", "6:00 PM"]);
    await user.click(dialog.getByRole("button", { name: "Propose time" }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByRole("combobox", { name: "Time" })).toHaveFocus();
  });

  it.each([
    ["owner", "Keep the confirmed time"],
    ["renter", "Withdraw proposal"],
  ] as const)("[PICK-01] the %s ends a proposal to move the time: %s", async (role, label) => {
    const moved: BookingDetailView = {
      ...CONFIRMED,
      role,
      allowedActions: ["keep_pickup"],
      plannedTimes: [{ ...PLAN, at: "2026-06-04T12:00:00.000Z", isConfirmed: true }],
    };
    let isKept = false;
    const { user, card, callsTo } = await open(moved, {
      [`GET ${PATH}`]: () => (isKept ? CONFIRMED : moved),
      [`POST ${PATH}/keep-time`]: () => {
        isKept = true;
        return CONFIRMED;
      },
    });
    await user.click(card.getByRole("button", { name: `${label}: Pickup time` }));
    expect(await card.findByText("Confirmed")).toBeVisible();
    expect(toasts.current()?.title).toBe("The time stays as it is");
    expect(callsTo(`POST ${PATH}/keep-time`).map(({ body }) => body)).toEqual([
      { kind: "pickup", proposalId: PROPOSAL_ID },
    ]);
  });

  it("[PICK-01] the card of planned times shows the new state and why when the other person was faster", async () => {
    let isChanged = false;
    const { user, card } = await open(ASKED, {
      [`GET ${PATH}`]: () => (isChanged ? CONFIRMED : ASKED),
      [`POST ${PATH}/confirm-time`]: () => {
        isChanged = true;
        return refusal(409, "action_not_allowed", "The proposed time has changed. Check the new one first.");
      },
    });
    await user.click(card.getByRole("button", { name: "Confirm the time: Pickup time" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The proposed time has changed. Check the new one first.",
    );
    expect(card.getByText("Confirmed")).toBeVisible();
  });

  it("[PICK-01] the card of planned times shows a failed request in the card, and the button stays", async () => {
    const { pass } = useQuickTime();
    const { user, card } = await open(ASKED, {
      [`POST ${PATH}/confirm-time`]: () => refusal(503, "service_unavailable", "This is temporarily unavailable."),
    });
    await user.click(card.getByRole("button", { name: "Confirm the time: Pickup time" }));
    await pass(60_000);
    expect(await card.findByRole("alert")).toHaveTextContent("This is temporarily unavailable.");
    expect(card.getByRole("button", { name: "Confirm the time: Pickup time" })).toBeVisible();
  });

  it("[PICK-01] the card of planned times asks for the place of a meetup only, and shows it", async () => {
    const plan = {
      ...PLAN,
      place: "The library",
      proposal: PLAN.proposal && { ...PLAN.proposal, place: "The library" },
    };
    const meetup: BookingDetailView = { ...ASKED, exchangeType: "meetup", plannedTimes: [plan] };
    const { user, fill, card, callsTo } = await open(meetup, { [`POST ${PATH}/propose-time`]: meetup }, "Meetup time");
    expect(card.getByText("The library")).toBeVisible();
    await user.click(card.getByRole("button", { name: /^Propose another time/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    const place = dialog.getByRole("textbox", { name: "Where to meet" });
    expect(place).toHaveValue("The library");
    await fill(place, "Zilker Park");
    await user.click(dialog.getByRole("button", { name: "Propose time" }));
    await expect.poll(() => callsTo(`POST ${PATH}/propose-time`)).toMatchObject([{ body: { place: "Zilker Park" } }]);
  });

  it("[PICK-01] the card of planned times shows where a delivery goes, but not the owner's address again for a pickup", async () => {
    const plannedTimes = [{ ...PLAN, place: "12 Oak Street" }];
    const { card, unmount } = await open({ ...ASKED, exchangeType: "delivery", plannedTimes }, {}, "Delivery time");
    expect(card.getByText("12 Oak Street")).toBeVisible();
    unmount();
    const pickup = await open({ ...ASKED, plannedTimes });
    expect(pickup.card.queryByText("12 Oak Street")).toBeNull();
  });

  it("[PICK-01] the card of planned times shows the notes of the proposed time, and otherwise those of the confirmed one", async () => {
    const noted = {
      ...PLAN,
      notes: "Ring twice",
      proposal: PLAN.proposal && { ...PLAN.proposal, notes: "Use the gate" },
    };
    const { card, unmount } = await open({ ...ASKED, plannedTimes: [noted] });
    expect(card.getByText("Use the gate")).toBeVisible();
    expect(card.queryByText("Ring twice")).toBeNull();
    unmount();
    const plannedTimes = CONFIRMED.plannedTimes.map((plan) => ({ ...plan, notes: "Ring twice" }));
    const confirmed = await open({ ...CONFIRMED, plannedTimes });
    expect(confirmed.card.getByText("Ring twice")).toBeVisible();
  });

  it("[PICK-01] the card of planned times shows an admin the state without buttons", async () => {
    const { card } = await open({ ...ASKED, role: "admin", allowedActions: ["cancel"] });
    expect(card.getByText("Waiting for Maya")).toBeVisible();
    expect(card.queryByRole("button")).toBeNull();
  });
});
