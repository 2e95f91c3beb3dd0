import { inArray, sql } from "drizzle-orm";
import { oneOf } from "../../schema/columns.ts";
import { helpMessages, OPEN_HELP_STATUSES } from "../../schema/content.ts";
import type { TaskSource } from "../tasks/public.ts";
import { presentReceived } from "./help-messages.ts";

/** Messages to support that wait for an answer by email. */
export const HELP_TASKS: { help_message: TaskSource<"help_message"> } = {
  help_message: {
    open: (db) =>
      db
        .select({ id: helpMessages.id, since: helpMessages.createdAt, due: sql`null::timestamptz` })
        .from(helpMessages)
        // As the index says it, so that the index is used.
        .where(oneOf(helpMessages.status, OPEN_HELP_STATUSES)),
    show: async (db, ids) => {
      const messages = await db
        .select()
        .from(helpMessages)
        .where(inArray(helpMessages.id, [...ids]));
      return messages.map((message) => ({
        id: message.id,
        subject: { name: message.name, email: message.email },
        moneyAtStakeCents: null,
        link: "/admin?view=tasks&kind=help_message",
        decisions: ["update" as const],
        noDecision: null,
        details: presentReceived(message),
      }));
    },
  },
};
