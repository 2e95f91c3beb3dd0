import type { ReportReason } from "@nexby/contract/messaging/conversations";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { findUser } from "../../accounts/public.ts";
import { sendHelpMessage } from "../../support/public.ts";
import { getConversation } from "../messaging.queries.ts";

const REASONS: Record<ReportReason, string> = {
  spam: "Spam or advertising",
  rude: "Rude or hateful messages",
  payment_outside: "Asks to pay outside Nexby",
  unsafe: "I feel unsafe",
  other: "Something else",
};

/** Reaches our team like any message to support, where the reporter can follow it. */
export async function reportConversation(
  db: Db,
  viewer: Viewer,
  { conversationId, reason, notes }: { conversationId: string; reason: ReportReason; notes: string },
): Promise<void> {
  const { conversation, other, item } = await getConversation(db, viewer.id, conversationId);
  const reporter = await findUser(db, viewer.id);
  if (!reporter) throw new AppError("not_found");
  const { firstName, lastName, email } = reporter;
  await sendHelpMessage(db, viewer, {
    name: [firstName, lastName].filter(Boolean).join(" ") || email,
    email,
    subject: `Report of messages from ${other.firstName ?? "a member"}`,
    message: [REASONS[reason], `Conversation ${conversation.id} about ${item.title}, with account ${other.id}`, notes]
      .filter(Boolean)
      .join("\n"),
  });
}
