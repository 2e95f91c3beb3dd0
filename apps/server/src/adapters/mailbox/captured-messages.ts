import { desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { capturedMessages } from "./captured-messages.table.ts";
import type { MailboxPort } from "./mailbox.port.ts";

type NewMessage = Omit<typeof capturedMessages.$inferInsert, "id" | "createdAt">;

export async function captureMessage(db: Db, message: NewMessage): Promise<void> {
  await db
    .insert(capturedMessages)
    .values({ ...message, id: newId() })
    .onConflictDoNothing({ target: capturedMessages.key });
}

export function embeddedMailbox(db: Db): MailboxPort {
  return {
    list: (limit) =>
      db
        .select()
        .from(capturedMessages)
        .orderBy(desc(capturedMessages.createdAt), desc(capturedMessages.id))
        .limit(limit),
    find: async (id) => {
      const [row] = await db.select().from(capturedMessages).where(eq(capturedMessages.id, id));
      return row ?? null;
    },
  };
}
