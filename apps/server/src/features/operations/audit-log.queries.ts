import type { AuditEntryView } from "@nexby/contract/admin/audit-log";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { auditLog } from "../../schema/platform.ts";

type Entity = { entityType: string; entityId: string };
type Page = { after: Place | null; limit: number };

const nameOfActor = sql<string | null>`
  coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`;

const ACT = {
  id: auditLog.id,
  action: auditLog.action,
  details: auditLog.details,
  createdAt: auditLog.createdAt,
  by: nameOfActor,
};

type Act = Awaited<ReturnType<typeof selectAuditEntries>>[number];

/** What was done with something, the newest first. */
const selectAuditEntries = (db: Db, { entityType, entityId }: Entity, { after, limit }: Page) =>
  db
    .select(ACT)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(eq(auditLog.entityType, entityType), eq(auditLog.entityId, entityId), isAfter(after, auditLog, "newest")),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit);

type Participants = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** What differs, field by field. What was not there before, or is not any more, is null. */
export function presentAuditEntry({ id, action, details, createdAt, by }: Act): AuditEntryView {
  const { before = {}, after = {} } = details as Participants;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    id,
    action,
    by,
    at: createdAt.toISOString(),
    changes: fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
  };
}

type Query = { limit: number; cursor?: string | undefined };

/** One page of what was done with something, the newest first. */
export async function listAuditEntries(db: Db, entity: Entity, { limit, cursor }: Query): Promise<PageOf<Act>> {
  return pageOf(await selectAuditEntries(db, entity, { after: cursorAfter(cursor), limit: limit + 1 }), limit);
}
