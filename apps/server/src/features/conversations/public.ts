/** What other features may use of conversations. */
export { findFirstMessages } from "./conversations.repository.ts";
export { conversationInserts, startConversation } from "./use-cases/start-conversation.ts";
