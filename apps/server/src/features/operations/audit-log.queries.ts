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

const ENTRY = {
  id: auditLog.id,
  action: auditLog.action,
  details: auditLog.details,
  createdAt: auditLog.createdAt,
  by: nameOfActor,
};

type AuditEntry = Awaited<ReturnType<typeof selectAuditEntries>>[number];

const selectAuditEntries = (db: Db, { entityType, entityId }: Entity, { after, limit }: Page) =>
  db
    .select(ENTRY)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(eq(auditLog.entityType, entityType), eq(auditLog.entityId, entityId), isAfter(after, auditLog, "newest")),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit);

type AuditDetails = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** The differences field by field; a value missing before or after is null. */
export function presentAuditEntry({ id, action, details, createdAt, by }: AuditEntry): AuditEntryView {
  const { before = {}, after = {} } = details as AuditDetails;
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

/** Newest first. */
export async function listAuditEntries(db: Db, entity: Entity, { limit, cursor }: Query): Promise<PageOf<AuditEntry>> {
  return pageOf(await selectAuditEntries(db, entity, { after: cursorAfter(cursor), limit: limit + 1 }), limit);
}
