/** Other features import messaging through this file only. */
export { arePeopleBlocked, isPairBlocked, lockPeople } from "./blocks.ts";
export { recordBookingMessage } from "./booking-messages.ts";
export { conversationInserts, findFirstMessages, type RequestMessage } from "./conversations.ts";
