import { and, desc, eq } from "drizzle-orm";
import { auditLog } from "../../platform/audit/audit-log.table.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Viewer } from "../../platform/auth/viewer.ts";
import type { Db } from "../../platform/db/db.ts";

/** Where the clock was, how far it has come, where it goes. A journey may be made in several moves. */
export type Journey = { from: Date; to: Date; aim: Date };

const CLOCK = { entityType: "clock", entityId: "clock" };

export async function recordMove(db: Db, viewer: Viewer, { from, to, aim }: Journey): Promise<void> {
  const details = { from: from.toISOString(), to: to.toISOString(), aim: aim.toISOString() };
  await recordAudit(db, { actorId: viewer.id, action: "clock_moved", ...CLOCK, details });
}

export async function findLastJourney(db: Db): Promise<Journey | null> {
  const [row] = await db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.entityType, CLOCK.entityType), eq(auditLog.entityId, CLOCK.entityId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  const { from, to, aim } = (row?.details ?? {}) as Partial<Record<keyof Journey, string>>;
  return from && to && aim ? { from: new Date(from), to: new Date(to), aim: new Date(aim) } : null;
}
