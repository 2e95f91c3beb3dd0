import { ONLINE_MS, UNREAD_NOTICE_MS } from "@nexby/domain/messaging/conversations";
import { and, asc, eq, gt, lte, not, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { conversationMembers, conversations, userOnlineStatus } from "../../schema/messaging.ts";
import { notify } from "../notifications/public.ts";
import { lockConversation } from "./append-message.ts";
import { isPairBlocked } from "./blocks.ts";
import { getConversation } from "./conversations.queries.ts";

const BATCH = 200;
const UNNAMED = "Your neighbor";

const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;

/**
 * People who are away, with messages that have been unread for a while and that they weren't told of since they were last
 * here. Whether they were online when a message arrived doesn't matter: a laptop may be closed right after it.
 */
const selectWaiting = (db: Db) =>
  db
    .select({ conversationId: conversationMembers.conversationId, userId: conversationMembers.userId })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .leftJoin(userOnlineStatus, eq(userOnlineStatus.userId, users.id))
    .where(
      and(
        gt(conversationMembers.unreadCount, 0),
        lte(conversationMembers.lastMessageAt, sql`app_now() - ${milliseconds(UNREAD_NOTICE_MS)}`),
        gt(conversationMembers.lastMessageAt, sql`app_now() - interval '14 days'`),
        not(isPairBlocked(conversations.renterId, conversations.ownerId)),
        sql`${users.suspendedAt} is null`,
        sql`coalesce(${userOnlineStatus.lastSeenAt} <= now() - ${milliseconds(ONLINE_MS)}, true)`,
        sql`(${conversationMembers.notifiedAt} is null or ${userOnlineStatus.lastSeenAt} > ${conversationMembers.notifiedAt})`,
      ),
    )
    .orderBy(asc(conversationMembers.lastMessageAt))
    .limit(BATCH);

/** One notification and one email per conversation and absence, however many messages arrive. */
export async function notifyOfUnreadMessages(db: Db, siteUrl: string): Promise<void> {
  for (const { conversationId, userId } of await selectWaiting(db)) {
    await db.transaction((tx) => notifyOnce(tx, siteUrl, conversationId, userId));
  }
}

async function notifyOnce(tx: Db, siteUrl: string, conversationId: string, userId: string): Promise<void> {
  await lockConversation(tx, conversationId);
  const { member, other, item } = await getConversation(tx, userId, conversationId);
  // Read in the meantime.
  if (member.unreadCount === 0) return;
  await tx
    .update(conversationMembers)
    .set({ notifiedAt: sql`now()` })
    .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)));
  const data = { conversationId, from: other.firstName || UNNAMED, item: item.title, count: member.unreadCount };
  await notify(tx, userId, { kind: "message_received", data }, ({ title, message, actionUrl }) => ({
    title,
    paragraphs: [message],
    action: { label: "Read and reply", url: siteUrl + actionUrl },
  }));
}
