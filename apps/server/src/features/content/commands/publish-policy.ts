import type { PolicyKind } from "@nexby/contract/content/policies";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  findActivePolicy,
  findPolicyVersion,
  insertPolicyVersion,
  lockPolicy,
  moveActivePolicy,
  type Policy,
} from "../content.queries.ts";

type CreateVersionInput = { kind: PolicyKind; content: string };

/** The next version of a text, not yet in force. A version once written is never changed: people have accepted it. */
export async function createPolicyVersion(
  db: Db,
  viewer: Viewer,
  { kind, content }: CreateVersionInput,
): Promise<Policy> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, kind);
    const policy = await insertPolicyVersion(tx, kind, content);
    const act = { actorId: viewer.id, action: "policy_version_created", entityType: kind, entityId: policy.id };
    await recordAudit(tx, { ...act, details: { version: policy.version } });
    return policy;
  });
}

type ActivateVersionInput = { kind: PolicyKind; version: number };

/** Puts a version in force instead of the one before, which may also be an older one again. */
export async function publishPolicyVersion(
  db: Db,
  viewer: Viewer,
  { kind, version }: ActivateVersionInput,
): Promise<Policy> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, kind);
    const policy = await findPolicyVersion(tx, kind, version);
    if (!policy) throw new AppError("not_found", "There is no such version");
    if (policy.isActive) return policy;

    const before = await findActivePolicy(tx, kind);
    await moveActivePolicy(tx, kind, version);
    const act = { actorId: viewer.id, action: "policy_version_activated", entityType: kind, entityId: policy.id };
    await recordAudit(tx, { ...act, details: { before: before?.version ?? null, after: version } });
    return { ...policy, isActive: true };
  });
}
