import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as contract from "@nexby/contract/messaging/conversations";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserClient } from "./api/client.ts";
import { optionalRead, pathOf, write } from "./api/queries.ts";
import { newKey } from "./browser/intents.ts";
import { refetchChanged } from "./live-events.ts";

/** What the server tells about conversations. After a gap, anything may have happened. */
export type MessageEvent =
  | { type: "message_created"; conversationId: string; sequence: number; isForYou: boolean }
  | { type: "message_receipts"; conversationId: string; delivered: number; read: number }
  | { type: "messages_read" | "conversation_changed"; conversationId: string }
  | { type: "typing"; conversationId: string; until: string }
  | { type: "gap" };

type Listener = (event: MessageEvent) => void;
const listeners = new Set<Listener>();

/** A tab has one stream of the user's own events. `app/live-updates.tsx` passes these on. */
export function publishMessageEvent(event: MessageEvent): void {
  for (const listener of listeners) listener(event);
}

export function followMessages(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const readOrNull = optionalRead(browserClient);
type Unread = ResponseOf<typeof contract.countUnreadMessages> | null;

export const countUnreadMessages = () =>
  queryOptions<Unread>({
    queryKey: ["/api/conversations/unread"],
    queryFn: async (context) => (await readOrNull(context)) as Unread,
    throwOnError: false,
  });

const PATHS = /^\/api\/(conversations\b|bookings\/[^/]+\/conversation$)/;

/** Lists, headers and the count. Threads catch up by sequence instead. */
export const refreshConversations = (client: QueryClient): Promise<void> =>
  refetchChanged(client, { predicate: ({ queryKey }) => PATHS.test(pathOf(queryKey)) });

/** Tells senders that their messages have reached this device. */
export const confirmDelivery = () =>
  write<typeof contract.confirmDelivery>("POST", "/api/messages/delivered")(newKey());
