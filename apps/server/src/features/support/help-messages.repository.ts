import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { isAfter, type Place } from "../../platform/paging/page-by-age.ts";
import { helpMessages } from "./help-messages.table.ts";

export type HelpMessage = typeof helpMessages.$inferSelect;

export async function insertHelpMessage(
  db: Db,
  message: typeof helpMessages.$inferInsert,
): Promise<HelpMessage | undefined> {
  const [row] = await db.insert(helpMessages).values(message).returning();
  return row;
}

type Page = { after: Place | null; limit: number };

export async function selectHelpMessages(db: Db, userId: string, { after, limit }: Page): Promise<HelpMessage[]> {
  return db
    .select()
    .from(helpMessages)
    .where(and(eq(helpMessages.userId, userId), isAfter(after, helpMessages, "newest")))
    .orderBy(desc(helpMessages.createdAt), desc(helpMessages.id))
    .limit(limit);
}
