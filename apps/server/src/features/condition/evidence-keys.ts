import { createHmac } from "node:crypto";
import type { EvidenceKey, SealedSince } from "@nexby/domain/condition/evidence-links";
import { and, eq, isNotNull, min, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { evidenceLinks } from "../../schema/condition.ts";
import { auditLog } from "../../schema/platform.ts";

/** The key of new seals, and all keys by which seals can be checked. */
export type EvidenceKeys = { current: EvidenceKey; find: (fingerprint: string) => EvidenceKey | null };

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Derived from the server's secret, so that a copy of the database can't make a seal. */
function keyFrom(secret: string): EvidenceKey {
  const key = hmac(secret, "evidence-chain");
  return {
    fingerprint: hmac(key, "fingerprint").toString("hex").slice(0, 16),
    seal: (text) => hmac(key, text).toString("hex"),
  };
}

export function evidenceKeys(secret: string, formerSecrets: readonly string[]): EvidenceKeys {
  const current = keyFrom(secret);
  const keys = [current, ...formerSecrets.map(keyFrom)];
  return { current, find: (fingerprint) => keys.find((key) => key.fingerprint === fingerprint) ?? null };
}

const SINCE = { entityType: "evidence_key", action: "evidence_sealed_since" } as const;

const sinceText = (since: string) => JSON.stringify(["nexby-evidence-2", "since", since]);

/**
 * Since when links have a seal, by sealed entries of the audit log. Otherwise someone could remove all seals of a chain
 * and pass it off as one from before keys were used.
 */
export async function findSealedSince(db: Db, keys: EvidenceKeys): Promise<SealedSince> {
  const entries = await db
    .select({
      fingerprint: auditLog.entityId,
      since: sql<string | null>`${auditLog.details}->>'since'`,
      seal: sql<string | null>`${auditLog.details}->>'seal'`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.entityType, SINCE.entityType), eq(auditLog.action, SINCE.action)));
  const authentic = entries.flatMap(({ fingerprint, since, seal }) =>
    since !== null && seal !== null && keys.find(fingerprint)?.seal(sinceText(since)) === seal
      ? [Date.parse(since)]
      : [],
  );
  if (authentic.length > 0) return new Date(Math.min(...authentic));
  return entries.some(({ fingerprint }) => !keys.find(fingerprint)) ? "unknown_key" : null;
}

/** Called at each start and with each link; writes once per key. */
export async function recordSealedSince(db: Db, { current }: EvidenceKeys): Promise<void> {
  const { entityType, action } = SINCE;
  const [known] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(eq(auditLog.entityType, entityType), eq(auditLog.entityId, current.fingerprint), eq(auditLog.action, action)),
    )
    .limit(1);
  if (known) return;
  const [first] = await db
    .select({ at: min(evidenceLinks.recordedAt) })
    .from(evidenceLinks)
    .where(isNotNull(evidenceLinks.keyFingerprint));
  const since = (first?.at ?? (await readClock(db))).toISOString();
  const details = { since, seal: current.seal(sinceText(since)) };
  await recordAudit(db, { actorId: null, action, entityType, entityId: current.fingerprint, details });
}
