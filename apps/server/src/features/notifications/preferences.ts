import type { NotificationPreferencesView } from "@nexby/contract/messaging/notification-settings";
import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { localTime } from "@nexby/domain/kernel/calendar";
import type { Channel } from "@nexby/domain/notifications/channels";
import {
  CHOICE_KINDS,
  CHOICES,
  type ChoiceKind,
  choiceOf,
  isAlways,
  isOffered,
} from "@nexby/domain/notifications/choices";
import {
  DEFAULT_PREFERENCES,
  type DeliveryRule,
  type NotificationPreferences,
  type Reachability,
} from "@nexby/domain/notifications/delivery";
import { and, eq, not, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { fieldError } from "../../platform/errors.ts";
import { users } from "../../schema/accounts.ts";
import { adminNotificationSettings, notificationChoices, notificationPreferences } from "../../schema/notifications.ts";
import { ruleOf } from "./catalogue/delivery-rules.ts";
import { deviceCountOf } from "./push-devices.ts";

/** Where and how a person can be reached. */
export type Recipient = Reachability & { userId: string; email: string; phoneNumber: string | null };

type PreferencesRow = typeof notificationPreferences.$inferSelect;

const preferencesOf = (row: PreferencesRow | null): NotificationPreferences =>
  row === null
    ? DEFAULT_PREFERENCES
    : { ...row, quietFrom: localTime(row.quietFrom.slice(0, 5)), quietUntil: localTime(row.quietUntil.slice(0, 5)) };

export async function findRecipient(db: Db, userId: string): Promise<Recipient | null> {
  const [found] = await db
    .select({ user: users, preferences: notificationPreferences, deviceCount: deviceCountOf(userId) })
    .from(users)
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(eq(users.id, userId));
  if (!found) return null;
  const off = await db
    .select({ kind: notificationChoices.kind, channel: notificationChoices.channel })
    .from(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), not(notificationChoices.isOn)));
  const { user, preferences, deviceCount } = found;
  return {
    userId,
    email: user.email,
    phoneNumber: user.phoneNumber,
    preferences: preferencesOf(preferences),
    notifyEmail: user.notifyEmail,
    notifySms: user.notifySms,
    choicesOff: new Set(off.map(({ kind, channel }) => choiceOf(kind, channel))),
    hasVerifiedPhone: user.phoneNumber !== null && user.phoneVerifiedAt !== null,
    deviceCount,
    timeZone: user.timeZone,
    isSuspended: user.suspendedAt !== null,
  };
}

/** The parts the weekly summary may contain: the flags with the choices of its parts. Null if the account doesn't exist. */
export async function findPreferences(db: Db, userId: string): Promise<NotificationPreferences | null> {
  const recipient = await findRecipient(db, userId);
  if (!recipient) return null;
  const { preferences } = recipient;
  const isOn = (kind: ChoiceKind) => isChosen(recipient, kind, "email");
  return { ...preferences, recommendation: isOn("recommendations"), marketing: isOn("news") };
}

/** The flag of the kind's topic and the person's choice are ANDed. */
function isChosen({ preferences, choicesOff }: Recipient, kind: ChoiceKind, channel: Channel): boolean {
  const { topic } = CHOICES[kind];
  if (isAlways(kind, channel)) return true;
  return (topic === null || preferences[topic]) && !choicesOff.has(choiceOf(kind, channel));
}

/** Every cell of the settings' table. */
const presentChoices = (recipient: Recipient): NotificationPreferencesView["choices"] =>
  CHOICE_KINDS.flatMap((kind) =>
    CHOICES[kind].channels.map((channel) => ({
      kind,
      channel,
      isOn: isChosen(recipient, kind, channel),
      isFixed: isAlways(kind, channel),
    })),
  );

/** The catalogue's rule; for admin events with the admins' own choice of email. */
export async function findRule(db: Db, kind: NotificationKind): Promise<DeliveryRule> {
  const rule = ruleOf(kind);
  if (rule.topic !== "admin") return rule;
  const [setting] = await db
    .select({ email: adminNotificationSettings.email })
    .from(adminNotificationSettings)
    .where(eq(adminNotificationSettings.kind, kind));
  return setting ? { ...rule, channels: setting.email ? ["email"] : [] } : rule;
}

/** The account's own switches and the preferences are ANDed, so users see one switch per channel. */
export const presentPreferences = (recipient: Recipient): NotificationPreferencesView => ({
  ...presentFlags(recipient),
  choices: presentChoices(recipient),
});

const presentFlags = ({ preferences, notifyEmail, notifySms, timeZone }: Recipient) => ({
  email: preferences.email && notifyEmail,
  sms: preferences.sms && notifySms,
  push: preferences.push,
  booking: preferences.booking,
  messaging: preferences.messaging,
  search: preferences.search,
  recommendation: preferences.recommendation,
  marketing: preferences.marketing,
  weeklyDigest: preferences.weeklyDigest,
  quietHours: preferences.quietHours,
  quietFrom: preferences.quietFrom,
  quietUntil: preferences.quietUntil,
  timeZone,
});

type Flags = Omit<NotificationPreferencesView, "choices">;
type Changes = { [Key in keyof Flags]?: Flags[Key] | undefined };
type NewChoice = { kind: ChoiceKind; channel: Channel; isOn: boolean };

export type SaveContactChoices = (
  db: Db,
  userId: string,
  choices: { notifyEmail?: boolean; notifySms?: boolean; timeZone?: string },
) => Promise<void>;

/** Turning a channel on or off changes both switches, so that the screen's switch does what it says. */
export async function changePreferences(
  db: Db,
  viewer: Viewer,
  { timeZone, choices = [], ...changes }: Changes & { choices?: readonly NewChoice[] | undefined },
  saveContactChoices: SaveContactChoices,
): Promise<NotificationPreferencesView> {
  return db.transaction(async (tx) => {
    await saveContactChoices(tx, viewer.id, {
      ...(changes.email !== undefined && { notifyEmail: changes.email }),
      ...(changes.sms !== undefined && { notifySms: changes.sms }),
      ...(timeZone && { timeZone }),
    });
    await savePreferences(tx, viewer.id, changes);
    for (const choice of choices) {
      const { kind, channel } = choice;
      const isOpen = isOffered(kind, channel) && !isAlways(kind, channel);
      if (!isOpen) throw fieldError("choices", "This message can't be turned on or off there");
      await saveChoice(tx, viewer.id, choice);
    }
    return presentPreferences((await findRecipient(tx, viewer.id)) as Recipient);
  });
}

export async function saveChoice(db: Db, userId: string, { kind, channel, isOn }: NewChoice): Promise<void> {
  await db
    .insert(notificationChoices)
    .values({ userId, kind, channel, isOn })
    .onConflictDoUpdate({
      target: [notificationChoices.userId, notificationChoices.kind, notificationChoices.channel],
      set: { isOn, updatedAt: sql`app_now()` },
    });
}

/** Creates the row at the first change. Changes only the given fields, so that two at once don't undo each other. */
export async function savePreferences(db: Db, userId: string, changes: Omit<Changes, "timeZone">): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await db
    .insert(notificationPreferences)
    .values({ ...DEFAULT_PREFERENCES, ...given, userId })
    .onConflictDoUpdate({ target: notificationPreferences.userId, set: { ...given, updatedAt: sql`app_now()` } });
}
