import type { HelpMessageView } from "@nexby/contract/support";
import type { HelpMessage } from "./help-messages.repository.ts";

/** Without the notes administrators make for themselves. */
export function presentHelpMessage(message: HelpMessage): HelpMessageView {
  return {
    id: message.id,
    subject: message.subject,
    message: message.message,
    status: message.status,
    priority: message.priority,
    createdAt: message.createdAt.toISOString(),
  };
}
