import type { PolicyVersionView, PolicyView } from "@nexby/contract/policies";
import type { Policy } from "./content.repository.ts";

export const presentPolicy = ({ version, content, createdAt }: Policy): PolicyView => ({
  version,
  content,
  createdAt: createdAt.toISOString(),
});

export const presentPolicyVersion = (policy: Policy): PolicyVersionView => ({
  ...presentPolicy(policy),
  isActive: policy.isActive,
});
