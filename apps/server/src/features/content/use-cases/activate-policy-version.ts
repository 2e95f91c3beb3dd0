import type { PolicyKind } from "@nexby/contract/policies";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import {
  findActivePolicy,
  findPolicyVersion,
  lockPolicy,
  moveActivePolicy,
  type Policy,
} from "../content.repository.ts";

type Input = { kind: PolicyKind; version: number };

/** Puts a version in force instead of the one before, which may also be an older one again. */
export async function activatePolicyVersion(db: Db, viewer: Viewer, { kind, version }: Input): Promise<Policy> {
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
