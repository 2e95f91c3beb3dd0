/** Other features import support through this file only. */
export { sendHelpMessage } from "./help-messages.ts";
