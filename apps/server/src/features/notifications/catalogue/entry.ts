import type { NotificationType } from "@nexby/contract/messaging/notifications";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { isTooSmall } from "@nexby/domain/payments/later-charges";

type Words<Data> = string | ((data: Data) => string);

/** The texts and the page of one event. `Data` is stored with the notification, so it is plain JSON. */
export type Entry<Data> = {
  type: NotificationType;
  title: Words<Data>;
  message: Words<Data>;
  /** The page with the next step. */
  page?: Words<Data>;
};

/** Names the type of the data; everything else is inferred. */
export const entry =
  <Data = Record<never, never>>() =>
  (words: Entry<Data>): Entry<Data> =>
    words;

/** Mails and texts get ordinary spaces where Intl puts thin ones. */
const plain = (text: string) => text.replace(/[\u2009\u202f]/g, " ");

const DAYS = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "Nov 20 – 21" */
export const dayRange = (from: LocalDate, to: LocalDate): string =>
  plain(DAYS.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`)));

const MOMENT = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** "Tue, Nov 17, 9:00 AM" */
export const moment = (instant: string, timeZone: string): string =>
  plain(new Date(instant).toLocaleString("en-US", { ...MOMENT, timeZone }));

/** The unpaid amount. Amounts that are too small to charge were waived. */
export const unpaidText = (cents: number): string =>
  isTooSmall(cents)
    ? `${dollarText(cents)} was waived, because we don't charge less than $0.50.`
    : `${dollarText(cents)} couldn't be collected.`;

/** The parts that say something, as one text. */
export const sentences = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join(" ");
