import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;
const open = (booking: BookingDetailView, answers: Answers = {}, isAdmin = false) =>
  renderApp(
    `/my-bookings/${BOOKING.id}`,
    { [`GET ${PATH}`]: booking, "GET /api/bookings/counts": null, ...answers },
    { user: { isAdmin } },
  );

const SCHEDULED: BookingDetailView = {
  ...BOOKING,
  status: "scheduled",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: null,
  allowedActions: [],
};

const FULL_REFUND: CancellationView = {
  percent: 100,
  refundCents: 15_000,
  keptCents: 0,
  isCharged: true,
  depositCents: 0,
  ownerKeepsCents: null,
  ownerPenaltyCents: 0,
  ownerCancellations: null,
  changesAt: null,
  isNoShowToDecide: false,
};

it("[LATE-01] a renter whose item never came back sees the full refund and can choose other dates", async () => {
  const at = "2026-06-06T22:00:00Z";
  const canceled = { by: "system", at, reason: "late_item", absent: null, percent: 100, refundCents: 15_000 } as const;
  open({ ...SCHEDULED, status: "canceled", paymentStatus: "refunded", cancellation: canceled });
  expect(await screen.findByText(/The previous renter didn’t return it in time\. It doesn’t count/)).toBeVisible();
  expect(screen.getByText("Your refund is $150.00.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose other dates" })).toHaveAttribute("href", "/listings/item");
});

it("[LATE-01] an owner whose item never came back sees the renter's refund and no link to other dates", async () => {
  const at = "2026-06-06T22:00:00Z";
  const canceled = { by: "system", at, reason: "late_item", absent: null, percent: 100, refundCents: 15_000 } as const;
  open({ ...SCHEDULED, role: "owner", status: "canceled", paymentStatus: "refunded", cancellation: canceled });
  expect(await screen.findByText(/It doesn’t count against you\./)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Choose other dates" })).toBeNull();
});

it("[LATE-01] a renter whose item may be late cancels with one button and goes on to other dates", async () => {
  const endangered: BookingDetailView = { ...SCHEDULED, isEndangered: true, allowedActions: ["cancel"] };
  const canceled: BookingDetailView = { ...endangered, status: "canceled", isEndangered: false, allowedActions: [] };
  const { user, callsTo } = open(endangered, {
    [`GET ${PATH}/cancellation`]: FULL_REFUND,
    [`POST ${PATH}/cancel`]: canceled,
  });
  await user.click(await screen.findByRole("button", { name: "Choose other dates" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(await dialog.findByRole("button", { name: "Cancel booking" }));
  await waitFor(() => expect(window.location.pathname).toBe(`/listings/${BOOKING.item.id}`));
  expect(callsTo(`POST ${PATH}/cancel`).map(({ body }) => body)).toMatchObject([{ refundCents: 15_000 }]);
});

it("[LATE-01] a renter whose cancellation came too late stays on the booking", async () => {
  const endangered: BookingDetailView = { ...SCHEDULED, isEndangered: true, allowedActions: ["cancel"] };
  const { user } = open(endangered, {
    [`GET ${PATH}/cancellation`]: FULL_REFUND,
    [`POST ${PATH}/cancel`]: () => refusal(409, "action_not_allowed", "This booking has changed"),
  });
  await user.click(await screen.findByRole("button", { name: "Choose other dates" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(await dialog.findByRole("button", { name: "Cancel booking" }));
  expect(await screen.findByText(/^This booking has changed\./)).toBeVisible();
  expect(window.location.pathname).toBe(`/my-bookings/${BOOKING.id}`);
});

it("[LATE-01] an owner of a late item sees the bookings at risk with links", async () => {
  const bookingsAtRisk = [
    { id: "next", renterFirstName: "Noah", startDate: "2026-06-07", endDate: "2026-06-09" },
    { id: "later", renterFirstName: "Lena", startDate: "2026-06-12", endDate: "2026-06-12" },
  ];
  open({ ...SCHEDULED, role: "owner", status: "in_possession", bookingsAtRisk });
  const link = await screen.findByRole("link", { name: /^Noah, Jun 7\s–\s9$/ });
  expect(link).toHaveAttribute("href", "/my-bookings/next");
  expect(screen.getByRole("link", { name: "Lena, Jun 12" })).toHaveAttribute("href", "/my-bookings/later");
  expect(screen.getByText("The next bookings are at risk")).toBeVisible();
});

it("[LATE-01] an owner of a late item reads about a single booking at risk in the singular", async () => {
  const next = { id: "next", renterFirstName: "Noah", startDate: "2026-06-07", endDate: "2026-06-09" };
  open({ ...SCHEDULED, role: "owner", status: "in_possession", bookingsAtRisk: [next] });
  expect(await screen.findByText("The next booking is at risk")).toBeVisible();
  expect(screen.getByText(/, this renter can’t get it\./)).toBeVisible();
});

it("[AVAIL-01] an owner makes a lost item available again after confirming", async () => {
  const lost: BookingDetailView = {
    ...SCHEDULED,
    role: "owner",
    status: "closed",
    rentalStatus: "lost",
    allowedActions: ["mark_available"],
  };
  const { user, callsTo } = open(lost, { [`POST ${PATH}/mark-available`]: { ...lost, allowedActions: [] } });
  await user.click(await screen.findByRole("button", { name: "Make it available again" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Make available" }));
  expect(await screen.findByText("Your item is available again")).toBeVisible();
  expect(callsTo(`POST ${PATH}/mark-available`)).toHaveLength(1);
});

it("[BOOK-01] an admin decides a disputed handoff and sees before what each decision does", async () => {
  const disputed: BookingDetailView = {
    ...SCHEDULED,
    role: "admin",
    depositCents: 5_000,
    totalCents: 15_000,
    nextStep: { code: "admin_decision", by: "platform", until: null },
    allowedActions: ["uphold_handoff", "reject_handoff"],
  };
  const ask = `POST /api/admin/bookings/${BOOKING.id}/uphold-handoff`;
  const { user, callsTo } = open(
    disputed,
    { [ask]: { ...disputed, status: "in_possession", allowedActions: [] } },
    true,
  );
  await user.click(await screen.findByRole("button", { name: "It was not handed over" }));
  const rejecting = within(await screen.findByRole("alertdialog"));
  expect(rejecting.getByText(/full refund of \$150\.00/)).toBeVisible();
  await user.click(rejecting.getByRole("button", { name: "Not now" }));
  await user.click(screen.getByRole("button", { name: "It was handed over" }));
  const upholding = within(await screen.findByRole("alertdialog"));
  expect(upholding.getByText(/deposit stays held/)).toBeVisible();
  await user.type(upholding.getByRole("textbox", { name: "Reason" }), "Seen on the photos");
  await user.click(upholding.getByRole("button", { name: "It was handed over" }));
  expect(await screen.findByText("Handoff decided")).toBeVisible();
  expect(callsTo(ask)[0]?.body).toEqual({ reason: "Seen on the photos" });
});
