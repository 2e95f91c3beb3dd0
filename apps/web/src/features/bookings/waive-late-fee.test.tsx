import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { LateFeeView } from "@nexby/contract/bookings/later-charges";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;

const LATE_FEE: LateFeeView = {
  status: "calculated",
  paymentStatus: "pending",
  daysLate: 1,
  dailyLateFeeCents: 2_500,
  calculatedFeeCents: 2_500,
  cappedFeeCents: 2_500,
  waivedCents: 500,
  waiverReason: "Rain",
  owedCents: 2_000,
  chargedCents: 0,
  depositCents: 0,
  ownerCents: 2_000,
  stoppedAt: "2026-06-06T22:00:00Z",
  contestedAt: null,
  contestReason: null,
  decisionReason: null,
  chargeableAt: "2026-06-07T22:00:00Z",
  payBy: null,
};

it("[LATE-01] an owner's waiver says what was owed, so that a second click waives nothing more", async () => {
  const booking: BookingDetailView = {
    ...BOOKING,
    role: "owner",
    status: "closed",
    approvalStatus: "approved",
    paymentStatus: "captured",
    nextStep: null,
    lateFee: LATE_FEE,
    allowedActions: ["waive_late_fee"],
  };
  const waive = `POST ${PATH}/waive-late-fee`;
  const answers = {
    [`GET ${PATH}`]: booking,
    "GET /api/bookings/counts": null,
    [waive]: { ...booking, allowedActions: [] },
  };
  const { user, callsTo } = renderApp(`/my-bookings/${BOOKING.id}`, answers, { user: { isAdmin: false } });
  await user.click(await screen.findByRole("button", { name: "Waive the late fee" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.type(dialog.getByLabelText("Amount to waive, in dollars"), "5");
  await user.type(dialog.getByLabelText("Reason"), "Traffic");
  await user.click(dialog.getByRole("button", { name: "Waive" }));
  expect(await screen.findByText("Late fee waived")).toBeVisible();
  expect(callsTo(waive)[0]?.body).toEqual({ amountCents: 500, reason: "Traffic", owedCents: 2_000 });
});
