import { desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { capturedMessages } from "./captured-messages.table.ts";

export type CapturedMessage = typeof capturedMessages.$inferSelect;
type NewMessage = Omit<typeof capturedMessages.$inferInsert, "id" | "createdAt">;

export async function captureMessage(db: Db, message: NewMessage): Promise<void> {
  await db
    .insert(capturedMessages)
    .values({ ...message, id: newId() })
    .onConflictDoNothing({ target: capturedMessages.key });
}

export async function listCapturedMessages(db: Db, limit: number): Promise<CapturedMessage[]> {
  return db
    .select()
    .from(capturedMessages)
    .orderBy(desc(capturedMessages.createdAt), desc(capturedMessages.id))
    .limit(limit);
}

export async function findCapturedMessage(db: Db, id: string): Promise<CapturedMessage | null> {
  const [row] = await db.select().from(capturedMessages).where(eq(capturedMessages.id, id));
  return row ?? null;
}
