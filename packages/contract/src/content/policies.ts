import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject } from "../fields.ts";

const policyView = namedObject("Policy", {
  version: z.int().positive(),
  content: z.string(),
  createdAt: z.iso.datetime(),
});
export type PolicyView = z.infer<typeof policyView>;

export const getActiveTerms = endpoint({
  method: "GET",
  path: "/api/terms/active",
  summary: "Get the current terms and conditions",
  access: "public",
  response: policyView,
  errors: ["not_found"],
});

export const getActivePrivacyPolicy = endpoint({
  method: "GET",
  path: "/api/privacy-policy/active",
  summary: "Get the current privacy policy",
  access: "public",
  response: policyView,
  errors: ["not_found"],
});

export const getActiveCookiePolicy = endpoint({
  method: "GET",
  path: "/api/cookie-policy/active",
  summary: "Get the current cookie policy",
  access: "public",
  response: policyView,
  errors: ["not_found"],
});

const prohibitedItemView = namedObject("ProhibitedItem", {
  id: z.uuid(),
  category: z.string(),
  item: z.string(),
  description: z.string(),
});
export type ProhibitedItemView = z.infer<typeof prohibitedItemView>;

export const listProhibitedItems = endpoint({
  method: "GET",
  path: "/api/prohibited-items",
  summary: "List prohibited items by category",
  access: "public",
  response: z.array(prohibitedItemView),
  errors: [],
});

const POLICY_KINDS = ["terms", "privacy-policy", "cookie-policy"] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

const kind = z.enum(POLICY_KINDS);
const versionView = namedObject("PolicyVersion", { ...policyView.shape, isActive: z.boolean() });
export type PolicyVersionView = z.infer<typeof versionView>;
const CONTENT_MESSAGE = "Please enter the policy text";

export const listPolicyVersions = endpoint({
  method: "GET",
  path: "/api/admin/policies/:kind/versions",
  summary: "List the versions of a policy, newest first",
  access: "admin",
  params: z.object({ kind }),
  response: z.array(versionView),
  errors: ["not_found"],
});

export const createPolicyVersion = endpoint({
  method: "POST",
  path: "/api/admin/policies/:kind/versions",
  summary: "Create a policy version without publishing it",
  access: "admin",
  status: 201,
  params: z.object({ kind }),
  body: z.object({
    content: z
      .string({ error: CONTENT_MESSAGE })
      .trim()
      .min(1, CONTENT_MESSAGE)
      .max(100_000, "Please use at most 100,000 characters"),
  }),
  response: versionView,
  errors: ["validation_failed", "not_found"],
});

export const publishPolicyVersion = endpoint({
  method: "POST",
  path: "/api/admin/policies/:kind/versions/:version/activate",
  summary: "Publish a policy version",
  access: "admin",
  params: z.object({
    kind,
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number)
      .pipe(z.int().positive()),
  }),
  response: versionView,
  errors: ["not_found"],
});
