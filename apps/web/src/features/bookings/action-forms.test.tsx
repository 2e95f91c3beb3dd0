import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BOOKING, LATE_FEE } from "../../testing/booking.fixture.ts";
import { renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;
const ADMIN_PATH = `/api/admin/bookings/${BOOKING.id}`;
const TEXT = "Nobody opened when I rang at 3:15 PM";

type Form = {
  /** The button that opens it, and the one that sends it. */
  open: string;
  send: string;
  role: BookingDetailView["role"];
  state: Partial<BookingDetailView> & Pick<BookingDetailView, "status" | "allowedActions">;
  texts?: Record<string, string>;
  check?: string;
  sentTo: string;
  body: object;
};

const FORMS: Form[] = [
  {
    open: "Decline",
    send: "Decline request",
    role: "owner",
    state: { status: "pending", approvalStatus: "pending_owner", allowedActions: ["approve", "decline"] },
    texts: { Reason: TEXT },
    sentTo: `${PATH}/decline`,
    body: { reason: TEXT },
  },
  {
    open: "Dispute the handoff",
    send: "I don’t have it",
    role: "renter",
    state: { status: "approved", ownerHandedOverAt: BOOKING.startAt, allowedActions: ["object_to_handover"] },
    texts: { "What happened?": TEXT },
    sentTo: `${PATH}/object-to-handover`,
    body: { reason: TEXT },
  },
  {
    open: "Report a no-show",
    send: "Report no-show",
    role: "owner",
    state: { status: "approved", exchangeType: "delivery", allowedActions: ["report_no_show"] },
    check: "I tried to deliver it, so I keep the delivery fee",
    sentTo: `${PATH}/no-show`,
    body: { isDeliveryAttempted: true },
  },
  {
    open: "Contest the no-show",
    send: "Contest report",
    role: "renter",
    state: {
      status: "approved",
      nextStep: { code: "answer_no_show", by: "renter", until: null },
      allowedActions: ["contest_no_show"],
    },
    texts: { "What happened?": TEXT },
    sentTo: `${PATH}/contest-no-show`,
    body: { reason: TEXT },
  },
  {
    open: "Everything looks good",
    send: "Yes, everything looks good",
    role: "owner",
    state: { status: "return_submitted", allowedActions: ["close"] },
    texts: { "Notes (optional)": "Clean, and all pegs are there" },
    sentTo: `${PATH}/close`,
    body: { notes: "Clean, and all pegs are there" },
  },
  {
    open: "It was not handed over",
    send: "Cancel and refund",
    role: "admin",
    state: { status: "approved", allowedActions: ["uphold_handoff", "reject_handoff"] },
    texts: { Reason: TEXT },
    sentTo: `${ADMIN_PATH}/reject-handoff`,
    body: { reason: TEXT },
  },
  {
    open: "Try the deposit again",
    send: "Try again",
    role: "admin",
    state: { status: "in_possession", allowedActions: ["retry_deposit", "give_up_deposit"] },
    texts: { Reason: TEXT },
    sentTo: `${ADMIN_PATH}/retry-deposit`,
    body: { reason: TEXT },
  },
  {
    open: "Give up the deposit",
    send: "Give up deposit",
    role: "admin",
    state: { status: "in_possession", allowedActions: ["retry_deposit", "give_up_deposit"] },
    texts: { Reason: TEXT },
    sentTo: `${ADMIN_PATH}/give-up-deposit`,
    body: { reason: TEXT },
  },
  {
    open: "Decide the late fee",
    send: "Decide",
    role: "admin",
    state: {
      status: "closed",
      lateFee: { ...LATE_FEE, status: "disputed", contestedAt: BOOKING.endAt, contestReason: TEXT },
      allowedActions: ["decide_late_fee"],
    },
    texts: { "Amount the renter pays, in dollars": "12.50", Reason: "One day of the two" },
    sentTo: `${ADMIN_PATH}/late-fee`,
    body: { amountCents: 1_250, reason: "One day of the two" },
  },
  {
    open: "Decide the claim",
    send: "Decide",
    role: "admin",
    state: { status: "damaged_admin_review", damageLimitCents: 20_000, allowedActions: ["resolve"] },
    texts: { "Amount awarded to the owner, in dollars": "99.95", Reason: "The photos show the crack" },
    sentTo: `${ADMIN_PATH}/resolve`,
    body: { damageCents: 9_995, notes: "The photos show the crack" },
  },
];

const NAMED = FORMS.map((form) => [form.open, form.role, form] as const);

it.each(NAMED)("the form “%s” sends what the %s entered, once", async (open, role, form) => {
  const { send, state, texts = {}, check, sentTo, body } = form;
  const before: BookingDetailView = { ...BOOKING, approvalStatus: "approved", nextStep: null, role, ...state };
  const call = `POST ${sentTo}`;
  const isSent = () => callsTo(call).length > 0;
  const answer = () => (isSent() ? { ...before, version: 2, nextStep: null, allowedActions: [] } : before);
  const { user, fill, callsTo } = renderApp(
    `/my-bookings/${BOOKING.id}`,
    {
      [`GET ${PATH}`]: answer,
      "GET /api/bookings/counts": null,
      "GET /api/map": { styleUrl: null },
      [call]: answer,
    },
    { user: { isAdmin: role === "admin" } },
  );
  await user.click(await screen.findByRole("button", { name: open }));
  const dialog = within(await screen.findByRole("alertdialog"));
  for (const [name, text] of Object.entries(texts)) await fill(dialog.getByRole("textbox", { name }), text);
  if (check) await user.click(dialog.getByRole("checkbox", { name: check }));
  await user.click(dialog.getByRole("button", { name: send }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  await expect.poll(() => screen.queryByRole("button", { name: open })).toBeNull();
  expect(callsTo(call).map((sent) => sent.body)).toEqual([body]);
});
