import type { PolicyKind } from "@nexby/contract/policies";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { insertPolicyVersion, lockPolicy, type Policy } from "../content.repository.ts";

type Input = { kind: PolicyKind; content: string };

/** The next version of a text, not yet in force. A version once written is never changed: people have accepted it. */
export async function createPolicyVersion(db: Db, viewer: Viewer, { kind, content }: Input): Promise<Policy> {
  return db.transaction(async (tx) => {
    await lockPolicy(tx, kind);
    const policy = await insertPolicyVersion(tx, kind, content);
    const act = { actorId: viewer.id, action: "policy_version_created", entityType: kind, entityId: policy.id };
    await recordAudit(tx, { ...act, details: { version: policy.version } });
    return policy;
  });
}
