import { isOver } from "@nexby/domain/bookings/statuses";
import { type ConversationFacts, refusalOfMessage, type WriteRefusal } from "@nexby/domain/messaging/conversations";
import { AppError } from "../../platform/errors.ts";
import type { ShownConversation } from "./conversations.queries.ts";
import type { ReportedConversation } from "./reported-conversations.queries.ts";

/** What the domain's rules need to know. */
export const factsOf = ({ conversation, booking, item, block, openMatter }: ShownConversation): ConversationFacts => ({
  booking,
  isItemListed: item.isListed,
  // During a booking the two people must be able to reach each other, whatever an older block says.
  blockedBy:
    booking !== null && !isOver(booking.status) ? null : block.isByYou ? "you" : block.isByOther ? "other" : null,
  openMatter,
  isStopped: conversation.stoppedAt !== null,
});

const MESSAGES: Record<WriteRefusal, string> = {
  stopped: "Our team stopped this conversation after a report, so you can't write here anymore",
  you_blocked: "You blocked this person. Unblock them to write.",
  other_blocked: "You can't write in this conversation anymore",
  booking_ended: "This rental ended more than 7 days ago, so you can't write here anymore",
  item_gone: "This item is no longer listed, so you can't write here anymore",
};

export function assertMayWrite(shown: ShownConversation, now: Date): void {
  const refusal = refusalOfMessage(factsOf(shown), now);
  if (refusal) throw new AppError("action_not_allowed", MESSAGES[refusal]);
}

/** Admins can't decide on their own conversations. */
export const isInvolved = ({ renter, owner }: ReportedConversation, userId: string): boolean =>
  [renter.id, owner.id].includes(userId);
