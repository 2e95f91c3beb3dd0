import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as notificationsContract from "@nexby/contract/messaging/notifications";
import type { listNotifications, NotificationView } from "@nexby/contract/messaging/notifications";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { optionalRead, read, write } from "../../lib/api/queries.ts";
import { useIntent } from "../../lib/browser/intents.ts";
import { refetchChanged } from "../../lib/live-events.ts";

const POLL_MS = 30_000;

const readOrNull = optionalRead(browserClient);

export const notifications = () =>
  queryOptions({ ...read<typeof listNotifications>("/api/notifications"), staleTime: 0, refetchInterval: POLL_MS });

/** Polled in the background: an expired session returns null instead of redirecting to sign-in. */
export const countUnreadNotifications = () =>
  queryOptions<ResponseOf<typeof notificationsContract.countUnreadNotifications> | null>({
    queryKey: ["/api/notifications/count"],
    queryFn: async (context) =>
      (await readOrNull(context)) as ResponseOf<typeof notificationsContract.countUnreadNotifications> | null,
    refetchInterval: POLL_MS,
    throwOnError: false,
  });

/** The list and the count belong together, so both are refetched. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
  await Promise.all(
    [notifications().queryKey, countUnreadNotifications().queryKey].map((queryKey) =>
      refetchChanged(client, { queryKey }),
    ),
  );
}

const markNotificationRead = (key: string, id: string) =>
  write<typeof notificationsContract.markNotificationRead>("PUT", "/api/notifications", id, "read")(key);

const markAllNotificationsRead = (key: string) =>
  write<typeof notificationsContract.markAllNotificationsRead>("PUT", "/api/notifications/read-all")(key);

export function useReadMarks() {
  const client = useQueryClient();
  const sendOne = useIntent(markNotificationRead);
  const sendAll = useIntent(markAllNotificationsRead);

  return {
    markRead: (id: string) =>
      markOptimistically(
        client,
        (notification) => notification.id === id,
        () => sendOne(id),
      ),
    markAllRead: () => markOptimistically(client, () => true, sendAll),
  };
}

/** Marks optimistically, reverts on failure, and refetches either way. */
async function markOptimistically(
  client: QueryClient,
  isMarked: (notification: NotificationView) => boolean,
  send: () => Promise<unknown>,
): Promise<void> {
  const [listKey, countKey] = [notifications().queryKey, countUnreadNotifications().queryKey];
  // A running poll would restore the old state.
  await Promise.all([listKey, countKey].map((queryKey) => client.cancelQueries({ queryKey })));
  const [listBefore, countBefore] = [client.getQueryData(listKey), client.getQueryData(countKey)];
  const isNew = (notification: NotificationView) => !notification.isRead && isMarked(notification);
  const marked = listBefore?.filter(isNew).length ?? 0;
  client.setQueryData(listKey, (list) => list?.map((entry) => (isNew(entry) ? { ...entry, isRead: true } : entry)));
  client.setQueryData(countKey, (previous) => previous && { count: Math.max(0, previous.count - marked) });
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
