import type { NotificationView } from "@nexby/contract/notifications";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useIntent } from "../../lib/intents.ts";
import {
  notifications,
  refreshNotifications,
  sendAllReadMarks,
  sendReadMark,
  unreadCount,
} from "./api/notifications.ts";

export function useReadMarks() {
  const client = useQueryClient();
  const sendOne = useIntent(sendReadMark);
  const sendAll = useIntent(sendAllReadMarks);

  return {
    markRead: (id: string) =>
      markAtOnce(
        client,
        (notification) => notification.id === id,
        () => sendOne(id),
      ),
    markAllRead: () => markAtOnce(client, () => true, sendAll),
  };
}

/** Shown before the server has answered; taken back should it not agree. What it says afterwards counts in any case. */
async function markAtOnce(
  client: QueryClient,
  isMarked: (notification: NotificationView) => boolean,
  send: () => Promise<unknown>,
): Promise<void> {
  const [listKey, countKey] = [notifications().queryKey, unreadCount().queryKey];
  // A poll under way would bring back how it was.
  await Promise.all([listKey, countKey].map((queryKey) => client.cancelQueries({ queryKey })));
  const [listBefore, countBefore] = [client.getQueryData(listKey), client.getQueryData(countKey)];
  const isNew = (notification: NotificationView) => !notification.isRead && isMarked(notification);
  const marked = listBefore?.filter(isNew).length ?? 0;
  client.setQueryData(listKey, (list) => list?.map((entry) => (isNew(entry) ? { ...entry, isRead: true } : entry)));
  client.setQueryData(countKey, (before) => before && { count: Math.max(0, before.count - marked) });
  try {
    await send();
  } catch (error) {
    client.setQueryData(listKey, listBefore);
    client.setQueryData(countKey, countBefore);
    throw error;
  } finally {
    void refreshNotifications(client);
  }
}
