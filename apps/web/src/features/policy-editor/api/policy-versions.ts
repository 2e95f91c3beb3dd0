import type {
  activatePolicyVersion,
  createPolicyVersion,
  listPolicyVersions,
  PolicyKind,
} from "@nexby/contract/policies";
import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

const POLICIES = "/api/admin/policies";

export const policyVersions = (kind: PolicyKind) => read<typeof listPolicyVersions>(POLICIES, kind, "versions");

export const saveVersion = (kind: PolicyKind) => write<typeof createPolicyVersion>("POST", POLICIES, kind, "versions");

export const publishVersion = (kind: PolicyKind, version: number) =>
  write<typeof activatePolicyVersion>("POST", POLICIES, kind, "versions", String(version), "activate");

/** The list, and the text in force that every reader sees. */
export async function refreshPolicy(client: QueryClient, kind: PolicyKind): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: policyVersions(kind).queryKey }),
    client.invalidateQueries({ queryKey: [`/api/${kind}/active`] }),
  ]);
}
