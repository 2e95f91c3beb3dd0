import { and, desc, eq, sql } from "drizzle-orm";
import { auditLog } from "../../platform/audit/audit-log.table.ts";
import type { Db } from "../../platform/db/db.ts";
import { isAfter, type Place } from "../../platform/paging/page-by-age.ts";
import { users } from "../accounts/public.ts";

export type Entity = { entityType: string; entityId: string };
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

export type Act = Awaited<ReturnType<typeof selectActs>>[number];

/** What was done with something, the newest first. */
export const selectActs = (db: Db, { entityType, entityId }: Entity, { after, limit }: Page) =>
  db
    .select(ACT)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(eq(auditLog.entityType, entityType), eq(auditLog.entityId, entityId), isAfter(after, auditLog, "newest")),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit);
