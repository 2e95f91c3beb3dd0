import {
  NOTIFICATION_KINDS,
  NOTIFICATION_TYPES,
  type NotificationKind,
  type NotificationType,
} from "@nexby/contract/messaging/notifications";
import { type Choice, isOffered } from "@nexby/domain/notifications/choices";
import { DEFAULT_PREFERENCES, planDelivery } from "@nexby/domain/notifications/delivery";
import { describe, expect, it } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { isKnownKind, textsOf } from "../catalogue/catalogue.ts";
import { ruleOf, whyOf } from "../catalogue/delivery-rules.ts";
import { amountOf, CARDS, leadOf } from "../catalogue/mail-texts.ts";
import { cardOf } from "../mail-cards.ts";
import { channelsFor, eventOf, SWITCHES } from "./events.fixture.ts";

/** The events of each type; all others are of type system. */
const KINDS_OF: Partial<Record<NotificationType, NotificationKind[]>> = {
  booking_request: ["request_received", "request_reminder", "extension_requested", "extension_reminder"],
  booking_approved: ["booking_approved", "extension_approved"],
  booking_declined: ["request_declined", "request_expired", "extension_declined", "extension_expired"],
  message: ["message_received"],
  payment: [
    ...(["rental_charged", "charge_failed", "refund_sent", "refund_paid", "payout_sent", "payout_failed"] as const),
    ...(["deposit_reminder", "deposit_renewal_failed", "deposit_lost"] as const),
    ...(["claim_decided", "damage_failed", "damage_settled"] as const),
    ...(["late_fee_accrued", "late_fee_calculated", "late_fee_contested", "late_fee_waived"] as const),
    ...(["late_fee_decided", "late_fee_failed", "late_fee_settled"] as const),
    ...(["bank_payout_failed", "payouts_waiting", "payout_account_ready", "payout_account_incomplete"] as const),
    ...(["payout_account_rejected", "payout_account_disconnected"] as const),
    ...(["admin_refund_failed", "admin_low_balance", "admin_chargeback", "admin_lost_events"] as const),
    ...(["admin_provider_refusal", "admin_ledger_differences"] as const),
  ],
  other: ["search_matches", "weekly_digest", "review_prompt", "review_published", "review_replied"],
};
const TYPE_OF = Object.fromEntries(
  Object.entries(KINDS_OF).flatMap(([type, kinds]) => kinds.map((kind) => [kind, type])),
);

const about = (kind: string, changes: Record<string, unknown> = {}) => textsOf(eventOf(kind, changes));

describe("notification catalogue", () => {
  it.each(NOTIFICATION_KINDS)(
    "[NOTE-02] the notification catalogue gives %s one type, texts without gaps and a page of ours",
    (kind) => {
      for (const to of ["renter", "owner"]) {
        const { type, title, message, actionUrl } = about(kind, { to });
        expect(NOTIFICATION_TYPES).toContain(type);
        for (const text of [title, message]) {
          expect(text).toMatch(/^\S.*\S$/);
          expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object| {2}/);
        }
        expect(actionUrl ?? "/").toMatch(/^\/[\w?-]*/);
      }
    },
  );

  it.each(NOTIFICATION_KINDS)(
    "[NOTE-02] the notification catalogue shows %s under the type that it belongs to",
    (kind) => {
      expect(about(kind).type).toBe(TYPE_OF[kind] ?? "system");
    },
  );

  /** Accept an intended change with `npx vitest run --project unit catalogue -u`. */
  it("[NOTE-02] the notification catalogue tells the renter and the owner of each event exactly what the list beside this file says", async () => {
    const lines = NOTIFICATION_KINDS.flatMap((kind) => {
      const [renter, owner] = ["renter", "owner"].map((to) => {
        const { title, message, actionUrl } = about(kind, { to });
        return `${title} | ${message} | ${actionUrl}`;
      });
      return renter === owner ? [`${kind}: ${renter}`] : [`${kind}, renter: ${renter}`, `${kind}, owner: ${owner}`];
    });
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./catalogue.snapshot.txt");
  });

  it.each([
    [null, "You got this because it's about your account."],
    ["review_published", "You got this because it's about a booking of yours."],
    ["message_received", "You got this because someone wrote to you."],
    ["search_matches", "You got this because you saved this search and turned on its alerts."],
    ["weekly_digest", "You got this because you asked for the weekly summary."],
    ["admin_chargeback", "You got this because you're an admin."],
  ] as const)("[PREF-01] the notification catalogue says why a person was told of %s: %s", (kind, why) => {
    expect(whyOf(kind)).toBe(why);
  });

  it.each([
    ["return_soon", "you're renting this item"],
    ["request_declined", "you asked to rent this item"],
    ["request_expired", "you asked to rent this item"],
    ["booking_canceled", "you booked this item"],
    ["review_prompt", "you rented this item"],
  ] as const)("the notification catalogue says why a renter was told of %s: because %s", (kind, why) => {
    expect(whyOf(kind, "renter")).toBe(`You got this because ${why}.`);
    expect(whyOf(kind, "owner")).toBe("You got this because it's your item.");
  });

  it.each([
    ["request_declined", {}, "Charged", "$0.00"],
    ["request_expired", {}, "Charged", "$0.00"],
    ["return_overdue", { feeCents: 2600 }, "Late fee", "$26.00"],
  ] as const)(
    "the card of %s with %o names the amount of the event, not the booking's price",
    (kind, data, label, value) => {
      expect(amountOf(eventOf(kind, { to: "renter", ...data }))).toEqual({ label, value });
    },
  );

  it("the card of a request names the item, the dates, the other person and the amount", async () => {
    // The booking of these events has no id, so nothing is read.
    const db = {} as Db;
    expect(await cardOf(db, eventOf("request_received", { to: "owner" }))).toEqual({
      title: "City bike",
      picture: null,
      lines: [
        { label: "When", value: "Nov 20 – 21" },
        { label: "With", value: "Omar" },
        { label: "You'd earn", value: "$45.00" },
      ],
    });
  });

  it.each([
    ["refund_sent", {}, "Your refund of"],
    ["message_received", { count: 1 }, "You have an unread message about this item."],
    ["message_received", { count: 2 }, "You have unread messages about this item."],
  ] as const)("the mail of %s with %o starts with what happened", (kind, data, start) => {
    expect(leadOf(eventOf(kind, data)).startsWith(start)).toBe(true);
  });

  it.each(["nothing", ...SWITCHES] as const)(
    "[PREF-01] the notification catalogue sends every event on the channels that are left with %s off",
    (off) => {
      const preferences = { ...DEFAULT_PREFERENCES, ...(off in DEFAULT_PREFERENCES && { [off]: false }) };
      const switches = { notifyEmail: off !== "notifyEmail", notifySms: off !== "notifySms" };
      const person = {
        preferences,
        ...switches,
        choicesOff: new Set<Choice>(),
        hasVerifiedPhone: true,
        deviceCount: 1,
        timeZone: null,
        isSuspended: false,
      };
      for (const kind of NOTIFICATION_KINDS) {
        const plan = planDelivery(person, { rule: ruleOf(kind), now: new Date() });
        const sent = plan.flatMap((delivery) => ("at" in delivery ? [delivery.channel] : []));
        expect([kind, sent.sort()]).toEqual([kind, channelsFor(kind, off === "nothing" ? [] : [off])]);
      }
    },
  );

  it.each(NOTIFICATION_KINDS)("%s has a text of its own, a row of the settings and a mail with a card", (kind) => {
    for (const to of ["renter", "owner"]) {
      const event = eventOf(kind, { to });
      const { title } = textsOf(event);
      const others = NOTIFICATION_KINDS.filter(
        (other) => other !== kind && textsOf(eventOf(other, { to })).title === title,
      );
      const texts = others.map((other) => textsOf(eventOf(other, { to })).message);
      expect(texts).not.toContain(textsOf(event).message);

      const lead = leadOf(event);
      expect(lead.length).toBeGreaterThan(15);
      expect(lead.startsWith(`${title}.`)).toBe(false);

      const { topic, choice, channels, isCritical } = ruleOf(kind);
      const isChosen = topic !== "account" && topic !== "admin";
      expect(choice !== null).toBe(isChosen || isCritical === true);
      if (choice) expect(channels.filter((channel) => !isOffered(choice, channel))).toEqual([]);

      const { about } = CARDS[kind];
      const namesItem = /City bike/.test(title + textsOf(event).message) && !/^(search|weekly)/.test(kind);
      expect([kind, about !== "nothing" || !namesItem]).toEqual([kind, true]);
      expect(amountOf(event)?.value ?? "$1").toMatch(/^\$[\d,.]+$/);
    }
  });

  it("notification catalogue doesn't know kinds of other versions", () => {
    expect([isKnownKind(null), isKnownKind("gossip"), isKnownKind("toString")]).toEqual([false, false, false]);
  });

  it("the notification catalogue tells an owner who wants what, when, for how much and until when to reply", () => {
    expect(about("request_received", { to: "owner" })).toEqual({
      type: "booking_request",
      title: "Omar wants to rent your City bike",
      message: "Nov 20 – 21. You'd earn $45.00. Approve or decline by Tue, Nov 17, 9:00 AM, or the request expires.",
      actionUrl: "/booking-requests",
    });
  });

  it("a notification of a declined request names the owner's reason for declining, but never the platform's", () => {
    expect(about("request_declined").message).toBe("Nov 20 – 21. Your card wasn't charged. Reason: “Flat tire”");
    expect(about("request_declined", { reason: null })).toMatchObject({
      title: "Your request for “City bike” was declined",
      message: "Nov 20 – 21. Your card wasn't charged.",
    });
  });

  it.each([
    [
      "return_overdue",
      {},
      "It was due back Sat, Nov 21, 5:00 PM. The late fee is $25.00 for the first day. Return it as soon as you can.",
    ],
    [
      "return_overdue",
      { dailyFeeCents: undefined },
      "It was due back Sat, Nov 21, 5:00 PM. Return it as soon as you can.",
    ],
    [
      "late_fee_calculated",
      {},
      "It was 2 days late. We'll charge your card on Sun, Nov 22, 8:00 PM. If the fee is wrong, contest it before then.",
    ],
    ["late_fee_waived", { by: "system", leftCents: 0 }, "$10.00 was waived. Reason: “Flat tire”"],
    [
      "late_fee_settled",
      { unpaidCents: 49, chargedCents: 0 },
      "$0.49 was waived, because we don't charge less than $0.50.",
    ],
    ["damage_settled", { unpaidCents: 50, depositCents: 0, cardCents: 0 }, "$0.50 couldn't be collected."],
    ["units_returned", {}, "1 unit is still out."],
    [
      "units_returned",
      { to: "owner", unitsOut: 2 },
      "2 units are still out. Confirm the return if you have them, so that others can book them.",
    ],
    ["units_confirmed", {}, "The rental goes on with the others."],
    [
      "claim_opened",
      { to: "owner", isNamedByOwner: true },
      "Open the booking to name what it costs. Our team will review it and decide. Open the booking for details.",
    ],
    ["late_fee_waived", {}, "$10.00 was waived. The late fee is now $40.00. Reason: “Flat tire”"],
    ["late_fee_decided", {}, "The late fee is $50.00. We'll charge your card now. Reason: “Flat tire”"],
    [
      "late_fee_failed",
      {},
      "Pay the $50.00 late fee for “City bike” by Sun, Nov 22, 8:00 PM. After that, we'll take it from your deposit.",
    ],
    ["late_fee_settled", { depositCents: 0, unpaidCents: 0 }, "We charged $50.00 to your card."],
    ["late_fee_settled", { depositCents: 3_000 }, "We took $30.00 from your deposit. $20.00 couldn't be collected."],
    ["late_fee_settled", { to: "owner", unpaidCents: 0 }, "You'll get $45.00 with your next payout."],
  ])("[LATE-01] %s %o says: %s", (kind, changes, message) => {
    expect(about(kind, changes).message).toBe(message);
  });

  it.each([
    ["a full refund", { refundCents: 5_000 }, "You'll get a full refund of $50.00."],
    ["a partial refund", {}, "Your refund is $25.00 of $50.00."],
    ["no refund", { refundCents: 0 }, "No refund under the strict cancellation policy."],
    ["an uncharged card", { isCharged: false, refundCents: 5_000 }, "Your card wasn't charged."],
    ["a chargeback", { isTakenByBank: true }, "Your bank has already returned your payment."],
    ["the owner's share", { to: "owner" }, "You'll still be paid $20.00."],
    ["nothing for the owner", { to: "owner", ownerKeepsCents: 0 }, "There's no payout for this booking."],
  ])("a cancellation names the reason and %s", (_, changes, money) => {
    expect(about("booking_canceled", changes)).toMatchObject({
      title: "Maya canceled the booking of “City bike”",
      message: `Nov 20 – 21. ${money} Reason: “Flat tire”`,
    });
  });

  it.each([
    [{ by: "system", reason: "payment_failed" }, "We couldn't charge the rental in time."],
    [{ by: "system", reason: "renter_no_show", absent: "renter" }, "You didn't show up."],
    [{ by: "admin", reason: "owner_no_show", absent: "owner" }, "Maya didn't show up."],
  ])("the notification catalogue explains a cancellation by the platform: %o", (changes, reason) => {
    const { title, message } = about("booking_canceled", changes);
    expect(title).toBe("The booking of “City bike” was canceled");
    expect(message).toContain(reason);
  });

  it("[PICK-01] a notification names a proposed time, the next step, the deadline and what happens without a reply", () => {
    expect(about("time_proposed", { to: "owner", plan: "pickup", inForceAt: null })).toEqual({
      type: "system",
      title: "Omar proposed a pickup time for “City bike”",
      message:
        "Fri, Nov 20, 9:00 AM. Confirm it or propose another time by Tue, Nov 17, 9:00 AM. Without a reply, it's confirmed automatically.",
      actionUrl: "/my-bookings/b1",
    });
    expect(about("time_proposed", { exchangeType: "delivery" })).toMatchObject({
      title: "Maya proposed a collection time for “City bike”",
      message: expect.stringMatching(/Without a reply, it stays Sat, Nov 21, 4:00 PM\.$/),
    });
  });

  it("the notification catalogue tells an owner how long the renter wants the item, for how much, and until when to reply", () => {
    expect(about("extension_requested", { to: "owner" })).toMatchObject({
      type: "booking_request",
      title: "Omar wants to keep your City bike longer",
      message:
        "Until Sun, Nov 22, 8:00 PM. You'd earn $45.00 more. Approve or decline by Tue, Nov 17, 9:00 AM, or the request expires.",
    });
    expect(about("extension_approved").message).toBe(
      "Return it by Sun, Nov 22, 8:00 PM. We'll charge your card $50.00.",
    );
    expect(about("extension_declined").message).toBe(
      "Your card wasn't charged. Return it by Sat, Nov 21, 5:00 PM. Reason: “Flat tire”",
    );
  });

  it("[COND-01] the notification catalogue says who reported damage or another problem", () => {
    expect(about("condition_reported", { to: "owner" }).title).toBe("Omar reported damage to “City bike”");
    expect(about("condition_reported", { condition: "other" }).title).toBe("Maya reported a problem with “City bike”");
  });

  it("notification catalogue doesn't speak of pickup and return to people who booked a food truck", () => {
    const times = ["time_proposed", "time_confirmed", "time_kept", "proposal_expired"];
    for (const kind of ["handoff_scheduled", "handed_over", "returned", "condition_reported", ...times]) {
      for (const to of ["renter", "owner"]) {
        const { title, message } = about(kind, { isFoodTruck: true, to });
        expect(title + message).not.toMatch(/pickup|return(ed)?\b|due back/i);
      }
    }
  });
});
