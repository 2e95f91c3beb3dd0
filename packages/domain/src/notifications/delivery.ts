import { addDays, dayOfWeek, type LocalTime, localTime, WEEKDAYS } from "../kernel/calendar.ts";
import { MINUTE, SECOND } from "../kernel/duration.ts";
import { instantOf, localDateOf, localTimeOf } from "../kernel/zones.ts";
import type { Channel, Topic } from "./channels.ts";
import { type Choice, type ChoiceKind, choiceOf, isAlways } from "./choices.ts";

export type NotificationPreferences = Record<Channel | Topic, boolean> & {
  /** Whether texts and push messages wait until the morning. */
  quietHours: boolean;
  quietFrom: LocalTime;
  quietUntil: LocalTime;
};

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  email: true,
  sms: true,
  push: true,
  booking: true,
  messaging: true,
  search: true,
  recommendation: true,
  marketing: false,
  weeklyDigest: true,
  quietHours: true,
  quietFrom: localTime("21:00"),
  quietUntil: localTime("08:00"),
};

/** For people who never told us theirs. */
export const DEFAULT_TIME_ZONE = "America/New_York";

export type DeliveryRule = {
  /** `account` and `admin` can't be turned off by topic. */
  topic: Topic | "account" | "admin";
  /** Its row in a person's settings. Null: it can't be chosen. */
  choice: ChoiceKind | null;
  channels: readonly Channel[];
  /** Money or a booking depends on it: the email is always sent, and topics don't count. */
  isCritical?: true;
};

export type Reachability = {
  preferences: NotificationPreferences;
  /** The account's own switches, ANDed with the preferences. */
  notifyEmail: boolean;
  notifySms: boolean;
  /** Rows and channels of the settings that the person turned off. */
  choicesOff: ReadonlySet<Choice>;
  hasVerifiedPhone: boolean;
  /** Browsers that accept push messages. */
  deviceCount: number;
  timeZone: string | null;
  isSuspended: boolean;
};

export const SKIP_REASONS = ["channel_off", "topic_off", "phone_not_verified", "no_device", "suspended"] as const;
type SkipReason = (typeof SKIP_REASONS)[number];

export type PlannedDelivery = { channel: Channel } & ({ at: Date } | { skipped: SkipReason });

type Event = {
  rule: DeliveryRule;
  now: Date;
  /** Texts may come at night on the day of a pickup or return. */
  isHandoffDay?: boolean;
};

/** The deliveries on each of the event's channels, with their times. */
export const planDelivery = (person: Reachability, event: Event): PlannedDelivery[] =>
  event.rule.channels.map((channel) => {
    const skipped = skipReasonOf(person, event.rule, channel);
    return skipped ? { channel, skipped } : { channel, at: sendTimeOf(person, event, channel) };
  });

function skipReasonOf(person: Reachability, rule: DeliveryRule, channel: Channel): SkipReason | null {
  const { preferences, isSuspended } = person;
  if (channel === "email" && rule.isCritical) return null;
  if (isSuspended) return "suspended";
  if (!preferences[channel]) return "channel_off";
  if (channel === "email" && !person.notifyEmail) return "channel_off";
  if (channel === "sms" && !person.notifySms) return "channel_off";
  if (rule.topic !== "account" && rule.topic !== "admin" && !rule.isCritical && !preferences[rule.topic]) {
    return "topic_off";
  }
  const { choice } = rule;
  if (choice !== null && !isAlways(choice, channel) && person.choicesOff.has(choiceOf(choice, channel))) {
    return "topic_off";
  }
  if (channel === "sms" && !person.hasVerifiedPhone) return "phone_not_verified";
  if (channel === "push" && person.deviceCount === 0) return "no_device";
  return null;
}

/** How long events collect into one message, and how long reading them in the app still cancels it. */
export const COLLECTING_MS = MINUTE;
const PUSH_DELAY_MS = 10 * SECOND;

function delayOf({ isCritical }: DeliveryRule, channel: Channel): number {
  if (isCritical || channel === "sms") return 0;
  return channel === "push" ? PUSH_DELAY_MS : COLLECTING_MS;
}

function sendTimeOf(person: Reachability, { rule, now, isHandoffDay }: Event, channel: Channel): Date {
  const at = new Date(now.getTime() + delayOf(rule, channel));
  if (channel === "email" || isHandoffDay || !person.preferences.quietHours) return at;
  return quietUntil(person.preferences, at, person.timeZone ?? DEFAULT_TIME_ZONE) ?? at;
}

type QuietHours = Pick<NotificationPreferences, "quietFrom" | "quietUntil">;

/** When the quiet hours that contain an instant end; null outside of them. */
export function quietUntil({ quietFrom: from, quietUntil: until }: QuietHours, at: Date, zone: string): Date | null {
  const time = localTimeOf(at, zone);
  const isOvernight = from > until;
  const isQuiet = isOvernight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  const today = localDateOf(at, zone);
  return instantOf(isOvernight && time >= from ? addDays(today, 1) : today, until, zone);
}

const DIGEST_TIME = localTime("09:00");

/** The next Monday at 9:00 AM in a time zone, after now. */
export function nextDigestAt(now: Date, zone: string): Date {
  const today = localDateOf(now, zone);
  const monday = addDays(today, (7 - WEEKDAYS.indexOf(dayOfWeek(today))) % 7);
  const at = instantOf(monday, DIGEST_TIME, zone);
  return at > now ? at : instantOf(addDays(monday, 7), DIGEST_TIME, zone);
}

/** More than this many at once are one message that lists them. */
const MAX_SINGLE = 2;

/** Critical events are sent one by one; many others at once become a single message. */
export function groupDeliveries<Entry>(
  entries: readonly Entry[],
  isCritical: (entry: Entry) => boolean,
): { singles: Entry[]; digest: Entry[] } {
  const ordinary = entries.filter((entry) => !isCritical(entry));
  if (ordinary.length <= MAX_SINGLE) return { singles: [...entries], digest: [] };
  return { singles: entries.filter(isCritical), digest: ordinary };
}
