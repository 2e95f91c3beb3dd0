import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const policyView = z.object({ version: z.int().positive(), content: z.string(), createdAt: z.iso.datetime() });
export type PolicyView = z.infer<typeof policyView>;

export const getActiveTerms = endpoint({
  method: "GET",
  path: "/api/terms/active",
  summary: "The terms and conditions in force",
  access: "public",
  response: policyView,
  errors: ["not_found"],
});

export const getActivePrivacyPolicy = endpoint({
  method: "GET",
  path: "/api/privacy-policy/active",
  summary: "The privacy policy in force",
  access: "public",
  response: policyView,
  errors: ["not_found"],
});

export const getActiveCookiePolicy = endpoint({
  method: "GET",
  path: "/api/cookie-policy/active",
  summary: "The cookie policy in force",
  access: "public",
  response: policyView,
  errors: ["not_found"],
});

const prohibitedItemView = z.object({
  id: z.uuid(),
  category: z.string(),
  item: z.string(),
  description: z.string(),
});
export type ProhibitedItemView = z.infer<typeof prohibitedItemView>;

export const listProhibitedItems = endpoint({
  method: "GET",
  path: "/api/prohibited-items",
  summary: "What must not be listed, by category",
  access: "public",
  response: z.array(prohibitedItemView),
  errors: [],
});

const POLICY_KINDS = ["terms", "privacy-policy", "cookie-policy"] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

const kind = z.enum(POLICY_KINDS);
const versionView = policyView.extend({ isActive: z.boolean() });
export type PolicyVersionView = z.infer<typeof versionView>;
const CONTENT_MESSAGE = "Please write the text";

export const listPolicyVersions = endpoint({
  method: "GET",
  path: "/api/admin/policies/:kind/versions",
  summary: "Versions of a text, the newest first",
  access: "admin",
  params: z.object({ kind }),
  response: z.array(versionView),
  errors: ["not_found"],
});

export const createPolicyVersion = endpoint({
  method: "POST",
  path: "/api/admin/policies/:kind/versions",
  summary: "Writes a new version, not yet in force",
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
  summary: "Puts a version in force instead of the one before",
  access: "admin",
  params: z.object({
    kind,
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  }),
  response: versionView,
  errors: ["not_found"],
});
