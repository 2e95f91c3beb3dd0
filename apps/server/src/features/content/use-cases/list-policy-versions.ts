import type { PolicyKind } from "@nexby/contract/policies";
import type { Db } from "../../../platform/db/db.ts";
import { type Policy, selectPolicyVersions } from "../content.repository.ts";

export const listPolicyVersions = (db: Db, kind: PolicyKind): Promise<Policy[]> => selectPolicyVersions(db, kind);
