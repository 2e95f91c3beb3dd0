import { z } from "zod";
import { email } from "../accounts/account-fields.ts";
import { endpoint } from "../endpoint.ts";
import { namedObject, oneLine, pageQuery } from "../fields.ts";

const HELP_STATUSES = ["open", "in_progress", "resolved", "closed"] as const;
const HELP_PRIORITIES = ["low", "normal", "high", "urgent"] as const;

const helpMessageView = namedObject("HelpMessage", {
  id: z.uuid(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(HELP_STATUSES),
  priority: z.enum(HELP_PRIORITIES),
  createdAt: z.iso.datetime(),
});
export type HelpMessageView = z.infer<typeof helpMessageView>;

export const sendHelpMessage = endpoint({
  method: "POST",
  path: "/api/help-messages",
  summary: "Send a message to support",
  access: "public",
  limits: [{ per: "address", times: 10, seconds: 15 * 60 }],
  status: 201,
  body: z.object({
    name: oneLine("Name is required", 200),
    email,
    subject: oneLine("Subject is required", 200),
    message: z
      .string({ error: "Message is required" })
      .trim()
      .min(1, "Message is required")
      .max(5000, "Please use at most 5,000 characters"),
  }),
  response: helpMessageView,
  errors: ["validation_failed"],
});

export const listHelpMessages = endpoint({
  method: "GET",
  path: "/api/help-messages",
  summary: "List your messages to support, newest first",
  access: "signed-in",
  query: z.object(pageQuery),
  response: z.array(helpMessageView),
  errors: ["validation_failed"],
});

export const receivedHelpMessageView = namedObject("ReceivedHelpMessage", {
  ...helpMessageView.shape,
  name: z.string(),
  email: z.string(),
  adminNotes: z.string().nullable(),
});
export type ReceivedHelpMessageView = z.infer<typeof receivedHelpMessageView>;

export const listReceivedHelpMessages = endpoint({
  method: "GET",
  path: "/api/admin/help-messages",
  summary: "List messages to support: unanswered oldest first, answered newest first",
  access: "admin",
  query: z.object({
    group: z.enum(["open", "done"], { error: "Group must be open or done" }).default("open"),
    ...pageQuery,
  }),
  response: z.array(receivedHelpMessageView),
  errors: ["validation_failed"],
});

export const updateHelpMessage = endpoint({
  method: "PUT",
  path: "/api/admin/help-messages/:messageId",
  summary: "Set the status, priority and notes of a message to support. The sender sees status and priority",
  access: "admin",
  params: z.object({ messageId: z.uuid() }),
  body: z.object({
    status: z.enum(HELP_STATUSES, { error: `Status must be one of ${HELP_STATUSES.join(", ")}` }),
    priority: z.enum(HELP_PRIORITIES, { error: `Priority must be one of ${HELP_PRIORITIES.join(", ")}` }),
    adminNotes: z
      .string()
      .trim()
      .max(2000, "Please use at most 2,000 characters")
      .default("")
      .describe("For admins only. Empty removes them"),
  }),
  response: receivedHelpMessageView,
  errors: ["validation_failed", "not_found"],
});
