import type { BookingDetailView } from "@nexby/contract/bookings";
import { useQueryClient } from "@tanstack/react-query";
import { refreshBookings } from "../../lib/booking-news.ts";
import { ApiError } from "../../lib/client/errors.ts";
import { useIntent } from "../../lib/intents.ts";
import { toasts } from "../../lib/toasts.ts";
import { booking as bookingQuery } from "./api/bookings.ts";

type Act<Wish extends unknown[]> = (key: string, ...wish: Wish) => Promise<BookingDetailView>;

type Options = {
  /** What to say when it is done. */
  done: string;
  /** It can no longer be done, and why: what is shown has been read again by then. */
  onTooLate: (reason: string) => void;
};

/** Does something with a booking and shows what became of it, here and wherever else it is shown. */
export function useAct<Wish extends unknown[]>(act: Act<Wish>, { done, onTooLate }: Options) {
  const client = useQueryClient();
  const attempt = useIntent(act);

  return async (...wish: Wish): Promise<void> => {
    try {
      const answer = await attempt(...wish);
      client.setQueryData(bookingQuery(answer.id).queryKey, answer);
      toasts.show({ title: done, description: answer.item.title });
      await refreshBookings(client);
    } catch (error) {
      if (!isTooLate(error)) throw error;
      await refreshBookings(client);
      onTooLate(error.message);
    }
  };
}

export const isTooLate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "action_not_allowed";
