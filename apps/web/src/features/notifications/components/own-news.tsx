import { useQueryClient } from "@tanstack/react-query";
import { refreshBookings } from "../../../lib/booking-news.ts";
import { refreshCurrentUser } from "../../../lib/session.ts";
import { useLiveEvents } from "../../../lib/use-live-events.ts";
import { refreshNotifications } from "../api/notifications.ts";

/** Hears what happens to whoever is signed in, in this window or anywhere else. */
export function OwnNews() {
  const client = useQueryClient();
  const readNotifications = () => void refreshNotifications(client);
  const readAccount = () => void refreshCurrentUser(client);
  const readBookings = () => void refreshBookings(client);

  useLiveEvents(
    null,
    {
      notification_created: readNotifications,
      notifications_read: readNotifications,
      account_changed: readAccount,
      booking_changed: readBookings,
    },
    // The account is asked for anyway, at the start and whenever somebody comes back.
    () => {
      readNotifications();
      readBookings();
    },
  );
  return null;
}
