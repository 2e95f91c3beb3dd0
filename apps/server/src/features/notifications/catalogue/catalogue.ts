import type { NotificationKind, NotificationType } from "@nexby/contract/messaging/notifications";
import { ACCOUNT_EVENTS } from "./account-events.ts";
import { ADMIN_EVENTS } from "./admin-events.ts";
import { BOOKING_EVENTS } from "./booking-events.ts";
import { DAMAGE_EVENTS } from "./damage-events.ts";
import type { Entry } from "./entry.ts";
import { EXTENSION_EVENTS } from "./extension-events.ts";
import { LATE_EVENTS } from "./late-events.ts";
import { PAYMENT_EVENTS } from "./payment-events.ts";
import { RETURN_EVENTS } from "./return-events.ts";
import { REVIEW_EVENTS } from "./review-events.ts";

const CATALOGUE = {
  ...ACCOUNT_EVENTS,
  ...BOOKING_EVENTS,
  ...EXTENSION_EVENTS,
  ...PAYMENT_EVENTS,
  ...LATE_EVENTS,
  ...REVIEW_EVENTS,
  ...DAMAGE_EVENTS,
  ...RETURN_EVENTS,
  ...ADMIN_EVENTS,
} satisfies {
  [Kind in NotificationKind]: Entry<never>;
};

type DataOf<Kind extends NotificationKind> = (typeof CATALOGUE)[Kind] extends Entry<infer Data> ? Data : never;

/** An event with the data that its texts name. */
export type NotificationEvent<Kind extends NotificationKind = NotificationKind> = Kind extends NotificationKind
  ? { kind: Kind; data: DataOf<Kind> }
  : never;

export type NotificationTexts = { type: NotificationType; title: string; message: string; actionUrl: string | null };

export const isKnownKind = (kind: string | null): kind is NotificationKind =>
  kind !== null && Object.hasOwn(CATALOGUE, kind);

/** The texts of an event, for every channel. */
export function textsOf({ kind, data }: NotificationEvent): NotificationTexts {
  // The union of entries cannot be called with the union of their data; NotificationEvent pairs them.
  const { type, title, message, page } = CATALOGUE[kind] as Entry<unknown>;
  const written = (words: typeof title) => (typeof words === "string" ? words : words(data));
  return {
    type,
    title: written(title),
    message: written(message),
    actionUrl: page === undefined ? null : written(page),
  };
}
