import { describe, expect, it, test } from "vitest";
import { localTime } from "../kernel/calendar.ts";
import { CHANNELS, type Channel, TOPICS } from "./channels.ts";
import { CHOICE_KINDS, CHOICES, choiceOf, isAlways, kindsOf } from "./choices.ts";
import {
  DEFAULT_PREFERENCES,
  type DeliveryRule,
  groupDeliveries,
  type NotificationPreferences,
  nextDigestAt,
  planDelivery,
  quietUntil,
  type Reachability,
} from "./delivery.ts";

const NOON = new Date("2026-11-18T17:00:00Z");
const NIGHT = new Date("2026-11-19T04:30:00Z");

const EVERYTHING: NotificationPreferences = {
  email: true,
  sms: true,
  push: true,
  booking: true,
  messaging: true,
  search: true,
  recommendation: true,
  marketing: true,
  weeklyDigest: true,
  quietHours: true,
  quietFrom: localTime("21:00"),
  quietUntil: localTime("08:00"),
};
const PERSON: Reachability = {
  preferences: EVERYTHING,
  notifyEmail: true,
  notifySms: true,
  choicesOff: new Set(),
  hasVerifiedPhone: true,
  deviceCount: 1,
  timeZone: "America/New_York",
  isSuspended: false,
};
const rule = (changes: Partial<DeliveryRule> = {}): DeliveryRule => ({
  topic: "booking",
  choice: "requests",
  channels: CHANNELS,
  ...changes,
});
const without = (...flags: (keyof NotificationPreferences)[]): Reachability => ({
  ...PERSON,
  preferences: { ...EVERYTHING, ...Object.fromEntries(flags.map((flag) => [flag, false])) },
});
const sent = (person: Reachability, event: DeliveryRule): Channel[] =>
  planDelivery(person, { rule: event, now: NOON }).flatMap((plan) => ("at" in plan ? [plan.channel] : []));
const timesAt = (now: Date, event: DeliveryRule, extra: { isHandoffDay?: boolean; person?: Reachability } = {}) =>
  Object.fromEntries(
    planDelivery(extra.person ?? PERSON, { rule: event, now, isHandoffDay: extra.isHandoffDay ?? false }).map(
      (plan) => [plan.channel, "at" in plan ? plan.at.toISOString() : plan.skipped],
    ),
  );

test("[PREF-01] people who never chose get everything but marketing, and quiet hours from 9:00 PM to 8:00 AM", () => {
  expect(DEFAULT_PREFERENCES).toEqual({ ...EVERYTHING, marketing: false });
});

describe("[PREF-01] planDelivery", () => {
  it.each([
    ["email", ["sms", "push"]],
    ["sms", ["email", "push"]],
    ["push", ["email", "sms"]],
  ] as const)("planDelivery sends nothing by %s when it is turned off", (channel, others) => {
    expect(sent(without(channel), rule())).toEqual(others);
  });

  it.each(TOPICS)("planDelivery sends nothing about %s when the topic is turned off", (topic) => {
    expect(sent(without(topic), rule({ topic }))).toEqual([]);
    expect(sent(without(...TOPICS.filter((one) => one !== topic)), rule({ topic }))).toEqual(["email", "sms", "push"]);
  });

  it.each([
    ["the account takes no email", { notifyEmail: false }, { email: "channel_off" }],
    ["the account takes no texts", { notifySms: false }, { sms: "channel_off" }],
    ["the phone number isn't verified", { hasVerifiedPhone: false }, { sms: "phone_not_verified" }],
    ["no browser accepts push messages", { deviceCount: 0 }, { push: "no_device" }],
    ["the account is suspended", { isSuspended: true }, { email: "suspended", sms: "suspended", push: "suspended" }],
  ])("planDelivery says why when %s", (_, changes, reasons) => {
    expect(timesAt(NOON, rule(), { person: { ...PERSON, ...changes } })).toMatchObject(reasons);
  });

  it("always sends a critical email, whatever is turned off", () => {
    const person = { ...without(...CHANNELS, ...TOPICS), notifyEmail: false, isSuspended: true };
    expect(sent(person, rule({ isCritical: true }))).toEqual(["email"]);
    expect(sent(without("booking"), rule({ isCritical: true }))).toEqual([...CHANNELS]);
  });

  it("planDelivery sends critical events at once and lets others collect", () => {
    expect(timesAt(NOON, rule({ isCritical: true }))).toEqual({
      email: "2026-11-18T17:00:00.000Z",
      sms: "2026-11-18T17:00:00.000Z",
      push: "2026-11-18T17:00:00.000Z",
    });
    expect(timesAt(NOON, rule())).toEqual({
      email: "2026-11-18T17:01:00.000Z",
      sms: "2026-11-18T17:00:00.000Z",
      push: "2026-11-18T17:00:10.000Z",
    });
  });

  it("planDelivery keeps texts and push messages until 8:00 AM in the person's time zone, but not emails", () => {
    expect(timesAt(NIGHT, rule({ isCritical: true }))).toEqual({
      email: NIGHT.toISOString(),
      sms: "2026-11-19T13:00:00.000Z",
      push: "2026-11-19T13:00:00.000Z",
    });
    const inHawaii = { ...PERSON, timeZone: "Pacific/Honolulu" };
    expect(timesAt(NIGHT, rule({ isCritical: true }), { person: inHawaii })).toMatchObject({
      sms: NIGHT.toISOString(),
    });
  });

  it("planDelivery keeps texts in the person's own quiet hours only", () => {
    const hours = { quietFrom: localTime("23:45"), quietUntil: localTime("09:30") };
    const owl = { ...PERSON, preferences: { ...EVERYTHING, ...hours } };
    expect(timesAt(NIGHT, rule(), { person: owl })).toMatchObject({ sms: NIGHT.toISOString() });
    const later = new Date("2026-11-19T13:30:00Z");
    expect(timesAt(later, rule(), { person: owl })).toMatchObject({ sms: "2026-11-19T14:30:00.000Z" });
  });

  it("planDelivery sends at night on the day of the handoff, and to people without quiet hours", () => {
    expect(timesAt(NIGHT, rule(), { isHandoffDay: true })).toMatchObject({ sms: NIGHT.toISOString() });
    expect(timesAt(NIGHT, rule(), { person: without("quietHours") })).toMatchObject({ sms: NIGHT.toISOString() });
  });
});

test.each([
  ["22:00", "07:00", "2026-11-19T02:59:00Z", null],
  ["22:00", "07:00", "2026-11-19T03:00:00Z", "2026-11-19T12:00:00.000Z"],
  ["22:00", "07:00", "2026-11-19T11:59:00Z", "2026-11-19T12:00:00.000Z"],
  ["22:00", "07:00", "2026-11-19T12:00:00Z", null],
  ["01:00", "06:00", "2026-11-19T07:00:00Z", "2026-11-19T11:00:00.000Z"],
  ["08:00", "08:00", "2026-11-19T13:00:00Z", null],
  // Clocks go back on November 1: 1:30 AM exists twice, 8:00 AM is an hour later in UTC.
  ["21:00", "08:00", "2026-11-01T05:30:00Z", "2026-11-01T13:00:00.000Z"],
])("[PREF-01] quiet hours from %s to %s: a text at %s waits until %s", (from, until, at, end) => {
  const hours = { quietFrom: localTime(from), quietUntil: localTime(until) };
  expect(quietUntil(hours, new Date(at), "America/New_York")?.toISOString() ?? null).toBe(end);
});

test("[PREF-01] a digest groups three or more ordinary events, and sends critical ones by themselves", () => {
  const isCritical = (name: string) => name.startsWith("!");
  expect(groupDeliveries(["a", "!b", "c"], isCritical)).toEqual({ singles: ["a", "!b", "c"], digest: [] });
  expect(groupDeliveries(["a", "!b", "c", "d"], isCritical)).toEqual({ singles: ["!b"], digest: ["a", "c", "d"] });
});

test.each([
  ["on a Wednesday", "2026-11-18T17:00:00Z", "America/New_York", "2026-11-23T14:00:00Z"],
  ["on a Monday before 9:00", "2026-11-23T13:59:59Z", "America/New_York", "2026-11-23T14:00:00Z"],
  ["on a Monday at 9:00", "2026-11-23T14:00:00Z", "America/New_York", "2026-11-30T14:00:00Z"],
  ["on a Sunday that is Monday in Tokyo", "2026-11-22T23:00:00Z", "Asia/Tokyo", "2026-11-23T00:00:00Z"],
  ["over the end of summer time", "2026-10-30T12:00:00Z", "America/New_York", "2026-11-02T14:00:00Z"],
])("[PREF-01] the weekly summary is due the next Monday at 9:00 local time: %s", (_, now, zone, due) =>
  expect(nextDigestAt(new Date(now), zone).toISOString()).toBe(new Date(due).toISOString()),
);

describe("choices", () => {
  it.each(CHOICE_KINDS.flatMap((kind) => CHOICES[kind].channels.map((channel) => [kind, channel] as const)))(
    "[PREF-01] a person who turned off %s by %s gets that kind on that channel only if it is always sent",
    (kind, channel) => {
      const person = { ...PERSON, choicesOff: new Set([choiceOf(kind, channel)]) };
      for (const other of CHOICE_KINDS) {
        const isUrgent = other === "urgent";
        const event = rule({ choice: other, ...(isUrgent && { isCritical: true }) });
        const isStopped = other === kind && !isAlways(kind, channel);
        expect([other, sent(person, event)]).toEqual([other, CHANNELS.filter((one) => !isStopped || one !== channel)]);
      }
    },
  );

  it("[PREF-01] a choice turns nothing on that a switch of the channel or the topic turns off", () => {
    for (const off of ["email", "booking"] as const) {
      expect(sent(without(off), rule())).not.toContain("email");
    }
    expect(sent({ ...PERSON, notifyEmail: false }, rule())).not.toContain("email");
    expect(sent({ ...PERSON, notifySms: false }, rule())).not.toContain("sms");
  });

  it("[PREF-01] a topic turns off its own kinds, each kind belongs to one topic at most, and some to none", () => {
    expect(Object.fromEntries(TOPICS.map((topic) => [topic, kindsOf(topic)]))).toEqual({
      booking: ["requests", "times", "reminders", "rentals", "reviews"],
      ...{ messaging: ["messages"], search: ["searches"], recommendation: ["recommendations"] },
      ...{ marketing: ["news"], weeklyDigest: ["weekly"] },
    });
    expect(CHOICE_KINDS.filter((kind) => !TOPICS.some((topic) => kindsOf(topic).includes(kind)))).toEqual([
      "urgent",
      "digest",
    ]);
  });
});
