import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshNotifications } from "../features/notifications/api.ts";
import { refreshBookings, useLiveEvents } from "../lib/live-events.ts";
import {
  confirmDelivery,
  countUnreadMessages,
  type MessageEvent,
  publishMessageEvent,
  refreshConversations,
} from "../lib/live-messages.ts";
import { refreshCurrentUser, useSession } from "../lib/session.ts";

const UNREAD_POLL_MS = 60_000;

/** Waits until the server has confirmed the session, because a session remembered by the tab may have ended. */
export function LiveUpdates() {
  const { isConfirmed } = useSession();
  return isConfirmed && <ConfirmedUpdates />;
}

/** Refetches data when the server reports changes for the signed-in user. Mounted once, beside every page. */
function ConfirmedUpdates() {
  const client = useQueryClient();
  // A hidden window has no live events, but its title still shows the count.
  const { data: unread } = useQuery({
    ...countUnreadMessages(),
    refetchInterval: UNREAD_POLL_MS,
    refetchIntervalInBackground: true,
  });
  const count = unread?.count ?? 0;
  const readNotifications = () => void refreshNotifications(client);
  const readAccount = () => void refreshCurrentUser(client);
  const readBookings = () => void refreshBookings(client);
  const readMessages = (type: MessageEvent["type"]) => (data: unknown) => {
    publishMessageEvent({ ...(data as object), type } as MessageEvent);
    void refreshConversations(client);
  };
  const showTyping = (data: unknown) => publishMessageEvent({ ...(data as object), type: "typing" } as MessageEvent);

  useUnreadInTitle(count);
  useEffect(() => {
    // If it fails, the next message confirms this one too.
    if (count > 0) confirmDelivery().catch(() => undefined);
  }, [count]);

  useLiveEvents(
    null,
    {
      notification_created: readNotifications,
      notifications_read: readNotifications,
      account_changed: readAccount,
      booking_changed: () => {
        readBookings();
        void refreshConversations(client);
      },
      message_created: readMessages("message_created"),
      message_receipts: readMessages("message_receipts"),
      messages_read: readMessages("messages_read"),
      conversation_changed: readMessages("conversation_changed"),
      typing: showTyping,
    },
    // The account is refetched anyway, on start and on return to the page.
    () => {
      readNotifications();
      readBookings();
      readMessages("gap")({});
    },
  );
  return null;
}

const COUNT = /^\(\d+\) /;

/** "(2) Messages · Nexby". Pages set their own titles, so the count is added to each of them. */
function useUnreadInTitle(count: number): void {
  useEffect(() => {
    const show = () => {
      const title = (count > 0 ? `(${count}) ` : "") + document.title.replace(COUNT, "");
      if (document.title !== title) document.title = title;
    };
    show();
    const titles = new MutationObserver(show);
    const element = document.querySelector("title");
    if (element) titles.observe(element, { childList: true });
    return () => titles.disconnect();
  }, [count]);
}
