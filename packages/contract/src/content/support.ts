import { z } from "zod";
import { email } from "../accounts/account-fields.ts";
import { endpoint } from "../endpoint.ts";
import { namedObject, oneLine, pageQuery } from "../fields.ts";

const helpMessageView = namedObject("HelpMessage", {
  id: z.uuid(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(["open", "in_progress", "resolved", "closed"]),
  priority: z.enum(["low", "normal", "high", "urgent"]),
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
