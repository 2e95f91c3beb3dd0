import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

const REASON_MESSAGE = "Please give a reason";
const reason = z
  .string({ error: REASON_MESSAGE })
  .trim()
  .min(1, REASON_MESSAGE)
  .max(500, "Please use at most 500 characters");

const ACCOUNT_FILTERS = ["pending", "approved", "suspended", "all"] as const;

export const accountView = namedObject("Account", {
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  isApproved: z.boolean(),
  emailVerifiedAt: z.iso.datetime().nullable(),
  phoneVerifiedAt: z.iso.datetime().nullable(),
  suspendedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  allowedActions: z.array(z.enum(["approve", "suspend", "reinstate"])),
});
export type AccountView = z.infer<typeof accountView>;

export const listAccounts = endpoint({
  method: "GET",
  path: "/api/admin/users",
  summary: "List accounts: those waiting for approval oldest first, others newest first",
  access: "admin",
  query: z.object({
    status: z.enum(ACCOUNT_FILTERS, { error: `Status must be one of ${ACCOUNT_FILTERS.join(", ")}` }).default("all"),
    search: z
      .string()
      .trim()
      .max(100, "Please use at most 100 characters")
      .optional()
      .describe("Part of a name or email address"),
    ...pageQuery,
  }),
  response: z.array(accountView),
  errors: ["validation_failed"],
});

const accountAction = <const Verb extends string, Body extends z.ZodType>(verb: Verb, summary: string, body: Body) =>
  ({
    method: "POST",
    path: `/api/admin/users/:userId/${verb}`,
    summary,
    access: "admin",
    params: z.object({ userId: z.uuid() }),
    body,
    response: accountView,
    errors: ["validation_failed", "not_found", "action_not_allowed"],
  }) as const;

export const approveAccount = endpoint(
  accountAction("approve", "Approve an account", z.object({ reason: reason.optional() })),
);
export const suspendAccount = endpoint(
  accountAction("suspend", "Suspend an account and sign it out everywhere", z.object({ reason })),
);
export const reinstateAccount = endpoint(
  accountAction("reinstate", "Reinstate a suspended account", z.object({ reason })),
);
