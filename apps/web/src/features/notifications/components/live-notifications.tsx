import { useQueryClient } from "@tanstack/react-query";
import { refreshBookings, useLiveEvents } from "../../../lib/live-events.ts";
import { refreshCurrentUser } from "../../../lib/session.ts";
import { refreshNotifications } from "../api.ts";

/** Refetches data when the server reports changes for the signed-in user. */
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
    // The account is refetched anyway, on start and on return to the page.
    () => {
      readNotifications();
      readBookings();
    },
  );
  return null;
}
