import { useQueryClient } from "@tanstack/react-query";
import { refreshBookings, useLiveEvents } from "../../../lib/live-events.ts";
import { refreshCurrentUser } from "../../../lib/session.ts";
import { refreshNotifications } from "../api.ts";

/** Hears what happens to whoever is signed in, in this window or anywhere else. */
export function LiveNotifications() {
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
