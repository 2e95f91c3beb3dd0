import { dollarText } from "@nexby/domain/kernel/amount-text";
import { localDate } from "@nexby/domain/kernel/calendar";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/db/db.ts";
import type { Email, EmailCard, EmailItem } from "../../platform/email/render-email.ts";
import { bookings } from "../../schema/bookings.ts";
import { itemCards, items } from "../../schema/listings.ts";
import { conversations } from "../../schema/messaging.ts";
import { photoAddress, sharePictureOf } from "../photos/public.ts";
import type { BookingFacts } from "./catalogue/booking-events.ts";
import { type NotificationEvent, textsOf } from "./catalogue/catalogue.ts";
import { whyOf } from "./catalogue/delivery-rules.ts";
import { dayRange } from "./catalogue/entry.ts";
import { amountOf, CARDS, leadOf } from "./catalogue/mail-texts.ts";

const isId = (text: unknown): text is string => z.uuid().safeParse(text).success;

/** A photo's picture as JPEG, which every mail program shows. */
const mailPictureOf = (photoKey: string | undefined): string | null =>
  photoKey === undefined ? null : (sharePictureOf(photoAddress(photoKey), "")?.path ?? null);

const HANDOFFS = { pickup: "Pickup", delivery: "Delivery", meetup: "Meetup" };
const AMOUNTS = { renter: "Total", owner: "You earn" };

type Line = EmailCard["lines"][number];

const ITEM = { title: items.title, place: items.location, card: itemCards.card };

async function findBookingOfCard(db: Db, id: unknown) {
  if (!isId(id)) return null;
  const [found] = await db
    .select({ ...ITEM, booking: bookings })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .leftJoin(itemCards, eq(itemCards.itemId, items.id))
    .where(eq(bookings.id, id));
  return found ?? null;
}

async function findConversationOfCard(db: Db, id: unknown) {
  if (!isId(id)) return null;
  const [found] = await db
    .select(ITEM)
    .from(conversations)
    .innerJoin(items, eq(items.id, conversations.itemId))
    .leftJoin(itemCards, eq(itemCards.itemId, items.id))
    .where(eq(conversations.id, id));
  return found ?? null;
}

/** Picture, dates, amount and place of what an event is about. */
export async function cardOf(db: Db, event: NotificationEvent): Promise<EmailCard | null> {
  const { about, title: name }: { about: string; title?: string } = CARDS[event.kind];
  const amount = amountOf(event);
  const data = event.data as Partial<BookingFacts> & { conversationId?: string };
  if (about === "amount" && amount) return { title: name ?? amount.label, picture: null, lines: [amount] };
  if (about === "conversation") {
    const found = await findConversationOfCard(db, data.conversationId);
    const title = found?.title ?? data.item;
    if (title === undefined) return null;
    const place = found ? [{ label: "Where", value: found.place }] : [];
    return { title, picture: mailPictureOf(found?.card?.photoKeys[0]), lines: place };
  }
  return about === "booking" ? bookingCardOf(db, data, amount) : null;
}

/** The booking's card; without an amount of the event, with its price. */
export async function bookingCardOf(
  db: Db,
  data: Partial<BookingFacts>,
  amount: Line | null = null,
): Promise<EmailCard | null> {
  const found = await findBookingOfCard(db, data.bookingId);
  const title = found?.title ?? data.item;
  if (title === undefined) return null;
  const { booking } = found ?? {};
  const from = booking?.startDate ?? data.startDate;
  const to = booking?.endDate ?? data.endDate;
  const price = booking && data.to && (data.to === "renter" ? booking.totalCents : booking.ownerEarningsCents);
  const lines = [
    ...(from && to ? [{ label: "When", value: dayRange(localDate(from), localDate(to)) }] : []),
    ...(booking ? [{ label: HANDOFFS[booking.exchangeType], value: booking.exchangeTown ?? found?.place ?? "" }] : []),
    ...(data.to && data.renter && data.owner
      ? [{ label: "With", value: data.to === "renter" ? data.owner : data.renter }]
      : []),
    ...(amount ? [amount] : []),
    ...(!amount && price && data.to ? [{ label: AMOUNTS[data.to], value: dollarText(price) }] : []),
  ];
  return { title, picture: mailPictureOf(found?.card?.photoKeys[0]), lines };
}

type ListedItem = { id: string; title: string; dailyRateCents: number; location: string; photoKeys: readonly string[] };

/** "$25.00 a day in Maplewood, NJ" */
export const mailItemOf = (
  { id, title, dailyRateCents, location, photoKeys }: ListedItem,
  siteUrl: string,
): EmailItem => ({
  title,
  text: `${dollarText(dailyRateCents)} a day in ${location}`,
  picture: mailPictureOf(photoKeys[0]),
  url: `${siteUrl}/listings/${id}`,
});

/** Adds the card and the reason to a letter, and replaces the entry's text by the mail's first sentence. */
export async function completeLetter(db: Db, event: NotificationEvent, letter: Email): Promise<Email> {
  const { message } = textsOf(event);
  const { to } = event.data as Partial<BookingFacts>;
  return {
    ...letter,
    paragraphs: letter.paragraphs.map((paragraph) => (paragraph === message ? leadOf(event) : paragraph)),
    card: letter.card ?? (await cardOf(db, event)),
    why: letter.why ?? whyOf(event.kind, to),
  };
}
