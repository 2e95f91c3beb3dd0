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
  type Policy,
  setActivePolicy,
} from "../content.queries.ts";

type CreateVersionInput = { kind: PolicyKind; content: string };

/** Creates an inactive version. Versions are never changed, because users have accepted them. */
export async function createPolicyVersion(
  db: Db,
  viewer: Viewer,
  { kind, content }: CreateVersionInput,
): Promise<Policy> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, kind);
    const policy = await insertPolicyVersion(tx, kind, content);
    const entry = { actorId: viewer.id, action: "policy_version_created", entityType: kind, entityId: policy.id };
    await recordAudit(tx, { ...entry, details: { version: policy.version } });
    return policy;
  });
}

type ActivateVersionInput = { kind: PolicyKind; version: number };

/** Activates a version, possibly an older one, instead of the current one. */
export async function publishPolicyVersion(
  db: Db,
  viewer: Viewer,
  { kind, version }: ActivateVersionInput,
): Promise<Policy> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, kind);
    const policy = await findPolicyVersion(tx, kind, version);
    if (!policy) throw new AppError("not_found", "Version not found");
    if (policy.isActive) return policy;

    const before = await findActivePolicy(tx, kind);
    await setActivePolicy(tx, kind, version);
    const entry = { actorId: viewer.id, action: "policy_version_activated", entityType: kind, entityId: policy.id };
    await recordAudit(tx, { ...entry, details: { before: before?.version ?? null, after: version } });
    return { ...policy, isActive: true };
  });
}
