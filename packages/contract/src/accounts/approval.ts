import { CONTACT_STEPS } from "@nexby/domain/accounts/approval";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject } from "../fields.ts";

const approvalView = namedObject("Approval", {
  isApproved: z.boolean(),
  steps: z
    .array(z.enum(CONTACT_STEPS))
    .describe("What you have to do first: verify your email, add and verify a phone"),
  isAutomatic: z.boolean().describe("Whether the last step approves the account at once"),
  waitingSince: z.iso.datetime().nullable().describe("When the last step was done. Null before, and once approved"),
  usualHours: z.int().positive().describe("Hours within which we usually review an account"),
});
export type ApprovalView = z.infer<typeof approvalView>;

export const getApproval = endpoint({
  method: "GET",
  path: "/api/auth/approval",
  summary: "Get what your account still needs before you can rent and list",
  access: "signed-in",
  response: approvalView,
  errors: [],
});
