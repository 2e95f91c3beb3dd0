import type * as policiesContract from "@nexby/contract/content/policies";
import type {
  getActiveCookiePolicy,
  getActivePrivacyPolicy,
  getActiveTerms,
  PolicyKind,
} from "@nexby/contract/content/policies";
import { read } from "../../lib/api/queries.ts";

const ACTIVE = {
  terms: () => read<typeof getActiveTerms>("/api/terms/active"),
  "privacy-policy": () => read<typeof getActivePrivacyPolicy>("/api/privacy-policy/active"),
  "cookie-policy": () => read<typeof getActiveCookiePolicy>("/api/cookie-policy/active"),
} satisfies Record<PolicyKind, unknown>;

/** The active version of a policy. */
export const activePolicy = (kind: PolicyKind) => ACTIVE[kind]();

export const listProhibitedItems = () => read<typeof policiesContract.listProhibitedItems>("/api/prohibited-items");
