import type { ResponseOf } from "@nexby/contract/endpoint";
import type {
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "@nexby/contract/notifications";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../../lib/client/browser-client.ts";
import { optionalRead } from "../../../lib/client/default-read.ts";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

const POLL_MS = 30_000;

const readOrNull = optionalRead(browserClient);

export const notifications = () =>
  queryOptions({ ...read<typeof listNotifications>("/api/notifications"), staleTime: 0, refetchInterval: POLL_MS });

/** Asked again and again without anybody's doing: a session that has ended makes it null and takes nobody anywhere. */
export const unreadCount = () =>
  queryOptions<ResponseOf<typeof countNotifications> | null>({
    queryKey: ["/api/notifications/count"],
    queryFn: async (context) => (await readOrNull(context)) as ResponseOf<typeof countNotifications> | null,
    refetchInterval: POLL_MS,
    throwOnError: false,
  });

/** Both tell the same story, so they are read again together. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
  await Promise.all(
    [notifications().queryKey, unreadCount().queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

export const sendReadMark = (key: string, id: string) =>
  write<typeof markNotificationRead>("PUT", "/api/notifications", id, "read")(key);

export const sendAllReadMarks = (key: string) =>
  write<typeof markAllNotificationsRead>("PUT", "/api/notifications/read-all")(key);
