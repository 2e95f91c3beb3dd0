import type { CancellationView, cancelBooking } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import type { payBooking, refreshBooking, startCheckout } from "@nexby/contract/bookings/checkout";
import type { getActiveTerms } from "@nexby/contract/content/policies";
import type { getItem } from "@nexby/contract/listings/items";
import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { pathOf, read, write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/format.ts";

const BOOKINGS = "/api/bookings";

export const wantedItem = (itemId: string) => read<typeof getItem>("/api/items", itemId);
export const activeTerms = () => read<typeof getActiveTerms>("/api/terms/active");

/** Others change it as well: what was read before is shown, and asked for again. */
export const booking = (bookingId: string) =>
  queryOptions({ ...read<typeof getBooking>(BOOKINGS, bookingId), staleTime: 0 });

export const start = write<typeof startCheckout>("POST", BOOKINGS);
export const openPayment = (bookingId: string) => write<typeof payBooking>("POST", BOOKINGS, bookingId, "payment");

const refresh = (bookingId: string) => write<typeof refreshBooking>("POST", BOOKINGS, bookingId, "refresh");

/** How the card provider says it stands. It may be asked as often as one likes. */
export const refreshed = (bookingId: string): Promise<BookingDetailView> => refresh(bookingId)(newKey());

const cancel = (bookingId: string) => write<typeof cancelBooking>("POST", BOOKINGS, bookingId, "cancel");

/** Lets go of what a checkout holds. What comes back is asked for first: the server takes no other sum. */
export const giveUp =
  (bookingId: string) =>
  async (key: string): Promise<BookingDetailView> => {
    const url = pathOf([BOOKINGS, bookingId, "cancellation"]);
    const { body } = await browserClient.ask<CancellationView>({ url });
    return cancel(bookingId)(key, { refundCents: body.refundCents });
  };
