import { canBlock, conversationStatus } from "@nexby/domain/messaging/conversations";
import { and, eq } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { conversationMembers, conversations } from "../../../schema/messaging.ts";
import { listMembers } from "../append-message.ts";
import { factsOf } from "../messaging.policy.ts";
import { getConversation, type ShownConversation } from "../messaging.queries.ts";
import { lockForSender } from "./send-message.ts";

type Changes = { isArchived?: boolean | undefined; isBlocked?: boolean | undefined };

const NOT_NOW = "You can block this person after the booking ends. Report a problem instead.";

/** Archives for this person, or blocks the other one. Both can be undone. */
export const updateConversation = (
  db: Db,
  viewer: Viewer,
  { conversationId, isArchived, isBlocked }: Changes & { conversationId: string },
): Promise<ShownConversation> =>
  db.transaction(async (tx) => {
    const shown = await lockForSender(tx, viewer, conversationId);
    if (isBlocked && !canBlock(factsOf(shown))) throw new AppError("action_not_allowed", NOT_NOW);
    const { member, other, conversation } = shown;
    const marks = { isArchived: isArchived ?? member.isArchived, isBlocked: isBlocked ?? member.isBlocked };
    await tx
      .update(conversationMembers)
      .set(marks)
      .where(and(eq(conversationMembers.conversationId, conversation.id), eq(conversationMembers.userId, viewer.id)));
    const status = conversationStatus(await listMembers(tx, conversation.id), conversation.stoppedAt !== null);
    await tx.update(conversations).set({ status }).where(eq(conversations.id, conversation.id));
    for (const userId of marks.isBlocked === member.isBlocked ? [viewer.id] : [viewer.id, other.id]) {
      await publishEvent(tx, {
        audience: userAudience(userId),
        type: "conversation_changed",
        data: { conversationId: conversation.id },
      });
    }
    return getConversation(tx, viewer.id, conversation.id);
  });
