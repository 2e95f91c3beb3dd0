import { isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { conversationReports } from "../../schema/messaging.ts";
import { bookingPath, type TaskSource } from "../tasks/public.ts";
import { presentReported } from "./messaging.presenter.ts";
import { findConversationsForAdmins } from "./reported-conversations.queries.ts";

/** With the time of the first open report. */
const openReports = (db: Db) =>
  db
    .select({
      id: conversationReports.conversationId,
      since: sql<Date>`min(${conversationReports.createdAt})`.as("since"),
    })
    .from(conversationReports)
    .where(isNull(conversationReports.resolvedAt))
    .groupBy(conversationReports.conversationId);

/** Conversations with reports that nobody has answered. */
export const CONVERSATION_TASKS: { reported_conversation: TaskSource<"reported_conversation"> } = {
  reported_conversation: {
    open: (db) => {
      const reported = openReports(db).as("reported");
      return db.select({ id: reported.id, since: reported.since, due: sql`null::timestamptz` }).from(reported);
    },
    show: async (db, ids, admin) =>
      (await findConversationsForAdmins(db, ids)).map((reported) => {
        const details = presentReported(reported, admin.id);
        const { id, bookingId, item, renter, owner, allowedActions } = details;
        return {
          id,
          subject: { bookingId, item, renter, owner },
          moneyAtStakeCents: null,
          link: bookingId === null ? `/listings/${item.id}` : bookingPath(bookingId),
          decisions: allowedActions,
          noDecision: allowedActions.length === 0 ? "involved" : null,
          details,
        };
      }),
  },
};
