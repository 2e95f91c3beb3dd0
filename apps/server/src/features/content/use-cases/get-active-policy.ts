import type { PolicyKind } from "@nexby/contract/policies";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findActivePolicy, type Policy } from "../content.repository.ts";

const MISSING: Record<PolicyKind, string> = {
  terms: "No terms are in force",
  "privacy-policy": "No privacy policy is in force",
  "cookie-policy": "No cookie policy is in force",
};

export async function getActivePolicy(db: Db, kind: PolicyKind): Promise<Policy> {
  const policy = await findActivePolicy(db, kind);
  if (!policy) throw new AppError("not_found", MISSING[kind]);
  return policy;
}

export const getActiveTerms = (db: Db): Promise<Policy> => getActivePolicy(db, "terms");
