import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../lib/api/errors.ts";
import { useIntent } from "../../../lib/browser/intents.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { toasts } from "../../../lib/toasts.ts";
import { getBooking as bookingQuery } from "../api.ts";

type Command<Args extends unknown[]> = (key: string, ...args: Args) => Promise<BookingDetailView>;

type Options = {
  /** Toast title on success. */
  done: string;
  /** Called with the reason when the action is no longer allowed, after the bookings were refetched. */
  onTooLate: (reason: string) => void;
};

/** Runs a booking command, then updates every cached view of the booking. Returns false if it came too late. */
export function useAction<Args extends unknown[]>(action: Command<Args>, { done, onTooLate }: Options) {
  const client = useQueryClient();
  const attempt = useIntent(action);

  return async (...args: Args): Promise<boolean> => {
    try {
      const booking = await attempt(...args);
      client.setQueryData(bookingQuery(booking.id).queryKey, booking);
      toasts.show({ title: done, description: booking.item.title });
      await refreshBookings(client);
      return true;
    } catch (error) {
      if (!isTooLate(error)) throw error;
      await refreshBookings(client);
      onTooLate(error.message);
      return false;
    }
  };
}

export const isTooLate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "action_not_allowed";
