import type * as tasks from "@nexby/contract/admin/tasks";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as contract from "@nexby/contract/messaging/conversations";
import type { MessageView } from "@nexby/contract/messaging/conversations";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { uploadFile } from "../../lib/api/upload-file.ts";
import { newKey } from "../../lib/browser/intents.ts";
import { withQuery } from "../../lib/paths.ts";

export type Folder = "inbox" | "archived";

/** The other person can write at any time, so cached data is shown but always refetched. */
const staleTime = 0;

export const listConversations = (folder: Folder, search: string) =>
  infiniteQueryOptions({
    ...readPages<typeof contract.listConversations>(
      withQuery("/api/conversations", { folder, search: search === "" ? null : search }),
    ),
    staleTime,
  });

/** Whether the other person is online isn't sent live. */
const ONLINE_POLL_MS = 30_000;

export const getConversation = (conversationId: string) =>
  queryOptions({
    ...read<typeof contract.getConversation>("/api/conversations", conversationId),
    staleTime,
    refetchInterval: ONLINE_POLL_MS,
  });

export const getBookingConversation = (bookingId: string) =>
  queryOptions({
    ...read<typeof contract.getBookingConversation>("/api/bookings", bookingId, "conversation"),
    staleTime,
  });

export const contactOwner = (key: string, itemId: string) =>
  write<typeof contract.contactOwner>("POST", "/api/items", itemId, "conversation")(key);

export const updateConversation = (
  key: string,
  conversationId: string,
  changes: { isArchived?: boolean; isBlocked?: boolean },
) => write<typeof contract.updateConversation>("PATCH", "/api/conversations", conversationId)(key, changes);

export const reportConversation = (conversationId: string) =>
  write<typeof contract.reportConversation>("POST", "/api/conversations", conversationId, "report");

export const getMessageSettings = () => read<typeof contract.getMessageSettings>("/api/messages/settings");

export const updateMessageSettings = (key: string, showsOnline: boolean) =>
  write<typeof contract.updateMessageSettings>("PUT", "/api/messages/settings")(key, { showsOnline });

/** The calls of one thread. A message's own id makes it safe to send again. */
export const threadCalls = (conversationId: string) => ({
  list: async (query: Record<string, string>): Promise<MessageView[]> => {
    const url = withQuery(`/api/conversations/${conversationId}/messages`, query);
    return (await browserClient.ask<ResponseOf<typeof contract.listMessages>>({ url })).body;
  },
  send: (id: string, content: string): Promise<MessageView> =>
    write<typeof contract.sendMessage>("PUT", "/api/conversations", conversationId, "messages", id)(id, { content }),
  sendPhoto: (id: string, file: File): Promise<MessageView> =>
    uploadFile<typeof contract.sendPhoto>(`/api/conversations/${conversationId}/photos/${id}`, file, {
      onProgress: () => undefined,
      signal: new AbortController().signal,
    }),
  markRead: (sequence: number) =>
    write<typeof contract.markConversationRead>(
      "POST",
      "/api/conversations",
      conversationId,
      "read",
    )(newKey(), {
      sequence,
    }),
  showTyping: () => write<typeof contract.showTyping>("POST", "/api/conversations", conversationId, "typing")(newKey()),
});

export const listStoppedConversations = () =>
  readPages<typeof tasks.listStoppedConversations>("/api/admin/stopped-conversations");

export const readReportedConversation = (conversationId: string) =>
  write<typeof tasks.readReportedConversation>("POST", "/api/admin/reported-conversations", conversationId, "read");

export const decideOnConversation = (conversationId: string) =>
  write<typeof tasks.decideOnConversation>("POST", "/api/admin/reported-conversations", conversationId, "decision");
