/** What other features may use of conversations. */
export { findFirstMessages } from "./conversations.repository.ts";
export { conversationWrites, startConversation } from "./use-cases/start-conversation.ts";
