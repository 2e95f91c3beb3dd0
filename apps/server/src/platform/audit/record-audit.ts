import type { Db } from "../db/db.ts";
import { storableJson } from "../db/storable-json.ts";
import { newId } from "../ids/new-id.ts";
import { auditLog } from "./audit-log.table.ts";

type Act = Omit<typeof auditLog.$inferInsert, "id" | "createdAt">;

/** Writes down an act in its own transaction: done and recorded, or neither. */
export async function recordAudit(db: Db, { details, ...act }: Act): Promise<void> {
  await db.insert(auditLog).values({ ...act, details: storableJson(details ?? {}), id: newId() });
}
