/** Other features import messaging through this file only. */
export { conversationInserts, findFirstMessages } from "./conversations.ts";
