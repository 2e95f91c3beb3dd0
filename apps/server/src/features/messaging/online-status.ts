import { SECOND } from "@nexby/domain/kernel/duration";
import { ONLINE_MS, refusalOfMessage } from "@nexby/domain/messaging/conversations";
import { eq, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { publishEvent, userAudience } from "../../platform/realtime/events.ts";
import { userOnlineStatus } from "../../schema/messaging.ts";
import { getConversation } from "./conversations.queries.ts";
import { factsOf } from "./messaging.policy.ts";

/** Real time, not the product's clock: it is about a connection. */
export async function noteOnline(db: Db, userId: string): Promise<void> {
  await db
    .insert(userOnlineStatus)
    .values({ userId, lastSeenAt: sql`now()` })
    .onConflictDoUpdate({ target: userOnlineStatus.userId, set: { lastSeenAt: sql`now()` } });
}

type OnlineStatus = { isOnline: boolean; isShared: boolean };

export async function findOnlineStatus(db: Db, userId: string): Promise<OnlineStatus> {
  const isOnline = sql<boolean>`coalesce(${userOnlineStatus.lastSeenAt} > now() - ${ONLINE_MS} * interval '1 millisecond', false)`;
  const [row] = await db
    .select({ isOnline, isShared: userOnlineStatus.isShared })
    .from(userOnlineStatus)
    .where(eq(userOnlineStatus.userId, userId));
  return row ?? { isOnline: false, isShared: true };
}

export async function updateMessageSettings(db: Db, userId: string, showsOnline: boolean): Promise<void> {
  await db
    .insert(userOnlineStatus)
    .values({ userId, isShared: showsOnline })
    .onConflictDoUpdate({ target: userOnlineStatus.userId, set: { isShared: showsOnline } });
}

const TYPING_MS = 6 * SECOND;

/** Typing says that a person is online, so it is hidden with the online status. Nobody types where nobody may write. */
export async function showTyping(db: Db, viewer: Viewer, conversationId: string): Promise<void> {
  const shown = await getConversation(db, viewer.id, conversationId);
  const { isShared } = await findOnlineStatus(db, viewer.id);
  if (!isShared || refusalOfMessage(factsOf(shown), await readClock(db)) !== null) return;
  const until = new Date(Date.now() + TYPING_MS).toISOString();
  const data = { conversationId: shown.conversation.id, until };
  await publishEvent(db, { audience: userAudience(shown.other.id), type: "typing", data });
}
