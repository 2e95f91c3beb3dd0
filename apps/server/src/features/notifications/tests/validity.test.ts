import { NOTIFICATION_KINDS, type NotificationKind } from "@nexby/contract/messaging/notifications";
import { describe, expect, it } from "vitest";
import type { BookingState } from "../booking-state.queries.ts";
import { isStillTrue } from "../catalogue/validity.ts";
import { eventOf } from "./events.fixture.ts";

/** As the events of the fixture name them. */
const [START, END] = [new Date("2026-11-20T14:00:00.000Z"), new Date("2026-11-21T22:00:00.000Z")];
const DAY = 24 * 60 * 60 * 1000;
const EXTENDED = new Date(END.getTime() + DAY);

type Changes = Omit<Partial<BookingState>, "booking" | "lateFee" | "claim"> & {
  booking?: Partial<BookingState["booking"]>;
  fee?: [status: string, owedCents: number];
  claim?: string;
};

function stateWith({ booking, fee, claim, ...changes }: Changes): BookingState {
  return {
    booking: {
      status: "scheduled",
      approvalStatus: "approved",
      paymentStatus: "captured",
      depositStatus: "secured",
      payoutStatus: "pending",
      rentalStatus: "confirmed",
      startAt: START,
      endAt: END,
      scheduledPickupAt: null,
      scheduledReturnAt: null,
      ownerHandedOverAt: null,
      handoverObjectedAt: null,
      noShowReportedAt: null,
      noShowContestedAt: null,
      endangeredAt: null,
      depositLapsedAt: null,
      ...booking,
    },
    lateFee: fee ? { status: fee[0], owedCents: fee[1] } : null,
    claim: claim ? { status: claim } : null,
    proposals: [],
    hasRequestedExtension: false,
    reviewed: [],
    ...changes,
  } as BookingState;
}

const status = (name: string, booking: Changes["booking"] = {}): Changes => ({
  booking: { ...booking, status: name as BookingState["booking"]["status"] },
});
const upcoming = (booking: Changes["booking"] = {}) => status("scheduled", booking);
const out = (booking: Changes["booking"] = {}) => status("in_possession", booking);
const canceled = (booking: Changes["booking"] = {}) => status("canceled", booking);
const PENDING = status("pending");
const RETURNED = status("return_submitted");
const CLAIMED = status("damaged_admin_review");
const CLOSED = status("closed");

type Row = [kinds: NotificationKind[], isTrue: Changes[], isUntrue: Changes[], data?: Record<string, unknown>];

const TABLE: Row[] = [
  [["details_requested", "request_received", "request_reminder"], [PENDING], [upcoming(), status("declined")]],
  [["booking_approved"], [upcoming(), status("approved")], [out(), canceled()]],
  [
    [
      "handed_over",
      "handoff_upheld",
      "extension_declined",
      "extension_expired",
      "extension_withdrawn",
      "return_overdue",
    ],
    [out()],
    [RETURNED, out({ endAt: EXTENDED })],
  ],
  [["units_returned", "units_confirmed", "late_fee_accrued"], [out()], [RETURNED, CLOSED]],
  [["returned", "inspection_reminder"], [RETURNED], [out(), CLOSED, CLAIMED]],
  [
    ["handoff_scheduled", "pickup_reminder", "pickup_soon"],
    [upcoming(), upcoming({ startAt: END, scheduledPickupAt: START })],
    [out(), canceled(), upcoming({ scheduledPickupAt: END })],
    { plan: "pickup" },
  ],
  [
    ["time_confirmed", "time_kept", "proposal_expired", "return_reminder", "return_soon"],
    [upcoming({ scheduledReturnAt: START }), out({ scheduledReturnAt: START })],
    [upcoming(), RETURNED, canceled({ scheduledReturnAt: START })],
  ],
  [
    ["time_proposed", "time_reminder"],
    [{ proposals: [{ kind: "return", at: START }] }],
    [{}, { proposals: [{ kind: "pickup", at: START }] }, { proposals: [{ kind: "return", at: END }] }],
  ],
  [["handoff_marked"], [upcoming({ ownerHandedOverAt: START })], [upcoming(), out({ ownerHandedOverAt: START })]],
  [
    ["handoff_disputed", "admin_handoff"],
    [upcoming({ handoverObjectedAt: START })],
    [upcoming(), out({ handoverObjectedAt: START })],
  ],
  [["handoff_code_locked"], [upcoming(), out()], [RETURNED, canceled()]],
  [
    ["handoff_reminder"],
    [upcoming()],
    [
      out(),
      upcoming({ noShowReportedAt: START }),
      upcoming({ handoverObjectedAt: START }),
      upcoming({ rentalStatus: "no_show" }),
    ],
  ],
  [
    ["no_show_reported"],
    [upcoming({ noShowReportedAt: START })],
    [
      upcoming(),
      canceled({ noShowReportedAt: START }),
      upcoming({ noShowReportedAt: START, noShowContestedAt: START }),
    ],
  ],
  [["no_show_contested"], [upcoming({ noShowReportedAt: START })], [upcoming(), canceled({ noShowReportedAt: START })]],
  [
    ["admin_no_show"],
    [upcoming({ noShowReportedAt: START, noShowContestedAt: START })],
    [upcoming({ noShowReportedAt: START }), canceled({ noShowReportedAt: START, noShowContestedAt: START })],
  ],
  [
    ["rental_unreported", "admin_unreported_rental"],
    [upcoming({ rentalStatus: "no_show" })],
    [upcoming(), CLOSED, canceled({ rentalStatus: "no_show" })],
  ],
  [["condition_reported"], [out(), RETURNED], [CLOSED, canceled()]],
  [["extension_requested", "extension_reminder"], [{ hasRequestedExtension: true }], [{}]],
  [["extension_approved"], [out({ endAt: EXTENDED })], [out(), RETURNED], { until: EXTENDED.toISOString() }],
  [["return_due"], [out()], [RETURNED, out({ endAt: EXTENDED })]],
  [
    ["late_fee_calculated"],
    [{ fee: ["calculated", 5_000] }],
    [{}, { fee: ["calculated", 4_000] }, { fee: ["disputed", 5_000] }, { fee: ["charged", 5_000] }],
  ],
  [
    ["late_fee_contested", "admin_late_fee"],
    [{ fee: ["disputed", 5_000] }],
    [{}, { fee: ["calculated", 5_000] }, { fee: ["charged", 5_000] }],
  ],
  [["late_fee_waived"], [{ fee: ["calculated", 4_000] }], [{ fee: ["calculated", 3_000] }]],
  [["late_fee_waived"], [{ fee: ["waived", 0] }], [], { leftCents: 0 }],
  [["late_fee_decided", "late_fee_failed"], [{ fee: ["calculated", 5_000] }], [{ fee: ["charged", 5_000] }]],
  [["late_fee_decided"], [{ fee: ["waived", 0] }], [], { feeCents: 0 }],
  [["claim_opened", "loss_named", "claim_answered", "admin_claim"], [CLAIMED], [RETURNED, CLOSED]],
  [["claim_decided", "damage_failed"], [{ claim: "decided" }], [{}, { claim: "charged" }]],
  [["claim_decided"], [{}], [], { damageCents: 0 }],
  [["booking_endangered"], [upcoming({ endangeredAt: START })], [upcoming(), canceled({ endangeredAt: START })]],
  [["booking_safe"], [upcoming()], [out(), canceled()]],
  [["rental_charged"], [upcoming(), out()], [CLOSED, canceled()]],
  [
    ["charge_failed"],
    [upcoming({ paymentStatus: "action_required" })],
    [upcoming(), canceled({ paymentStatus: "action_required" })],
  ],
  [
    ["deposit_reminder"],
    [upcoming({ depositStatus: "action_required" }), upcoming({ depositStatus: "lapsed" })],
    [upcoming(), canceled({ depositStatus: "action_required" })],
  ],
  [["deposit_renewal_failed"], [out({ depositStatus: "lapsed" }), out({ depositLapsedAt: START })], [out()]],
  [["deposit_lost"], [out({ depositStatus: "unsecured" })], [out()]],
  [["payout_failed"], [status("closed", { payoutStatus: "failed" })], [CLOSED]],
  [["review_prompt"], [{}, { reviewed: ["owner"] }], [{ reviewed: ["renter"] }]],
  [
    ["admin_request_review"],
    [status("pending", { approvalStatus: "draft" })],
    [PENDING, status("declined", { approvalStatus: "draft" })],
  ],
  [["admin_deposit_ending"], [CLAIMED, { fee: ["disputed", 5_000] }], [RETURNED, { fee: ["charged", 5_000] }]],
  [["admin_deposit_lapsed"], [out({ depositLapsedAt: START })], [out()]],
];

const CASES = TABLE.flatMap(([kinds, isTrue, isUntrue, data = {}]) =>
  kinds.flatMap((kind) => [
    ...isTrue.map((changes) => ({ kind, changes, data, expected: "stays unread" })),
    ...isUntrue.map((changes) => ({ kind, changes, data, expected: "is marked as read" })),
  ]),
);

describe("an unread entry", () => {
  it.each(CASES)(
    "[STATE-06] an unread entry of $kind $expected with $changes and $data",
    ({ kind, changes, data, expected }) => {
      const isTrue = isStillTrue(eventOf(kind, data), stateWith(changes));
      expect(isTrue ? "stays unread" : "is marked as read").toBe(expected);
    },
  );

  it("an entry stays unread in every state of its booking if nothing can make its kind untrue", () => {
    const others = NOTIFICATION_KINDS.filter((kind) => !TABLE.some(([kinds]) => kinds.includes(kind)));
    const states = TABLE.flatMap(([, isTrue, isUntrue]) => [...isTrue, ...isUntrue]).map(stateWith);
    const ended = others.filter((kind) => states.some((state) => !isStillTrue(eventOf(kind), state)));
    expect(ended).toEqual([]);
  });
});
