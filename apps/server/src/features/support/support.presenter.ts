import type { HelpMessageView, ReceivedHelpMessageView } from "@nexby/contract/content/support";
import type { HelpMessage } from "./help-messages.ts";

/** Leaves out the admins' internal notes. */
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

/** For admins. */
export const presentReceived = (message: HelpMessage): ReceivedHelpMessageView => ({
  ...presentHelpMessage(message),
  name: message.name,
  email: message.email,
  adminNotes: message.adminNotes,
});
