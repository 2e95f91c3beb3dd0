import type { CancellationView, cancelBooking } from "@nexby/contract/booking-acts";
import type { BookingDetailView, getBooking } from "@nexby/contract/bookings";
import type { payBooking, refreshBooking, startCheckout } from "@nexby/contract/checkout";
import type { getItem } from "@nexby/contract/items";
import type { getActiveTerms } from "@nexby/contract/policies";
import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../../lib/client/browser-client.ts";
import { newKey } from "../../../lib/new-key.ts";
import { pathOf, read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

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
