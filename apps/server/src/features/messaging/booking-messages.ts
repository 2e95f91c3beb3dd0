import type { BookingEvent } from "@nexby/domain/bookings/transitions";
import { canTakeBooking } from "@nexby/domain/messaging/conversations";
import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { conversationMembers, conversations, messages } from "../../schema/messaging.ts";
import { appendMessage, type Conversation, listMembers, lockConversation, noteLatest } from "./append-message.ts";

type About = Pick<Booking, "id" | "itemId" | "renterId" | "ownerId">;
type Names = { renter: string; owner: string };
type Role = "renter" | "owner" | "admin" | "system";

export type BookingNews = {
  event: BookingEvent;
  by: Role;
  names: Names;
  /** The confirmed pickup time as text. */
  pickupAt: string;
  /** The message the owner wrote with an approval. */
  ownerMessage: string | null;
  now: Date;
};

/** Tells renter and owner in their conversation what happened. Call it only for bookings the owner knows of. */
export async function recordBookingMessage(tx: Db, booking: About, news: BookingNews): Promise<void> {
  const conversation = await openConversation(tx, booking);
  const content = textOf(news);
  if (!conversation || !content) return;
  const about = { bookingId: booking.id, createdAt: news.now };
  const event = await appendMessage(tx, conversation, {
    ...about,
    id: newId(),
    senderId: null,
    messageType: "system",
    content,
  });
  if (news.ownerMessage === null) return;
  const after = { ...conversation, lastSequence: event.sequence };
  await appendMessage(tx, after, { ...about, id: newId(), senderId: booking.ownerId, content: news.ownerMessage });
}

function textOf({ event, by, names, pickupAt }: BookingNews): string | null {
  const name = by === "renter" || by === "owner" ? names[by] : null;
  switch (event) {
    case "authorize":
      return `${names.renter} sent a booking request.`;
    case "approve":
      return name ? `${name} approved the booking.` : "The booking is confirmed.";
    case "decline":
      return name ? `${name} declined the request.` : "The request was declined.";
    case "expire":
      return "The request expired without an answer.";
    case "cancel":
      return name ? `${name} canceled the booking.` : "The booking was canceled.";
    case "cancel_for_missing_item":
      return "The booking was canceled because the previous renter was late.";
    case "reject_handoff":
      return "The booking was canceled because the handoff didn't take place.";
    case "uphold_handoff":
      return "Our team decided that the handoff took place. The rental has started.";
    case "schedule":
      return `The pickup is scheduled for ${pickupAt}.`;
    case "hand_over":
      return "The rental has started.";
    case "submit_return":
      return "The item was marked as returned.";
    case "close":
      return "The rental is complete.";
    case "claim_damage":
      return name ? `${name} claimed damage. Our team will decide.` : "Our team will decide about this rental.";
    case "resolve":
      return "Our team decided the claim.";
    default:
      return null;
  }
}

/** Two windows must not open two conversations about the same item. */
export const lockPair = async (tx: Db, itemId: string, renterId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`conversation ${itemId} ${renterId}`}, 0))`);

/**
 * Shows the booking's conversation to both people, once. An earlier conversation about the same item goes on with the new
 * booking, unless its rental took place: a changed request keeps its conversation.
 */
async function openConversation(tx: Db, booking: About): Promise<Conversation | null> {
  const own = await findByBooking(tx, booking.id);
  if (!own) return null;
  if ((await listMembers(tx, own.id)).length > 0) return lockConversation(tx, own.id);
  await lockPair(tx, booking.itemId, booking.renterId);
  const earlier = await findEarlier(tx, booking);
  const conversation = earlier ? await moveInto(tx, own, earlier) : await lockConversation(tx, own.id);
  if (!conversation) return null;
  await addMembers(tx, conversation);
  const [request] = await tx
    .update(messages)
    .set({ recipientId: booking.ownerId })
    .where(and(eq(messages.bookingId, booking.id), messages.isRequestMessage))
    .returning();
  if (request) {
    const latest = { sequence: request.sequence, at: request.createdAt, recipientId: booking.ownerId };
    await noteLatest(tx, conversation, latest);
  }
  return conversation;
}

async function findByBooking(db: Db, bookingId: string): Promise<Conversation | null> {
  const [row] = await db.select().from(conversations).where(eq(conversations.bookingId, bookingId));
  return row ?? null;
}

async function findEarlier(tx: Db, { id, itemId, renterId }: About): Promise<Conversation | null> {
  const rows = await tx
    .select({ conversation: conversations, status: bookings.status })
    .from(conversations)
    .innerJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, conversations.id), eq(conversationMembers.userId, renterId)),
    )
    .leftJoin(bookings, eq(bookings.id, conversations.bookingId))
    .where(
      and(
        eq(conversations.itemId, itemId),
        eq(conversations.renterId, renterId),
        isNotNull(conversations.lastMessageAt),
        sql`${conversations.bookingId} is distinct from ${id}::uuid`,
        ne(conversations.status, "blocked"),
      ),
    )
    .orderBy(desc(conversations.lastMessageAt));
  const found = rows.find(({ status }) => canTakeBooking(status));
  return found ? lockConversation(tx, found.conversation.id) : null;
}

/** The request's message becomes the latest one of the earlier conversation. */
async function moveInto(tx: Db, own: Conversation, earlier: Conversation): Promise<Conversation> {
  const moved = await tx
    .update(messages)
    .set({ conversationId: earlier.id, sequence: earlier.lastSequence + 1 })
    .where(eq(messages.conversationId, own.id))
    .returning({ id: messages.id });
  await tx.delete(conversations).where(eq(conversations.id, own.id));
  const lastSequence = earlier.lastSequence + moved.length;
  await tx
    .update(conversations)
    .set({ bookingId: own.bookingId, lastSequence })
    .where(eq(conversations.id, earlier.id));
  return { ...earlier, bookingId: own.bookingId, lastSequence };
}

/** For a new conversation; members of an earlier one stay as they are. */
export async function addMembers(tx: Db, { id, renterId, ownerId }: Conversation): Promise<void> {
  await tx
    .insert(conversationMembers)
    .values([
      { conversationId: id, userId: renterId, role: "renter" },
      { conversationId: id, userId: ownerId, role: "owner" },
    ])
    .onConflictDoNothing();
}
