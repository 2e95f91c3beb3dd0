import type * as bookingCommandsContract from "@nexby/contract/bookings/booking-commands";
import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type * as bookingsContract from "@nexby/contract/bookings/bookings";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type * as checkoutContract from "@nexby/contract/bookings/checkout";

import type * as policiesContract from "@nexby/contract/content/policies";

import type * as itemsContract from "@nexby/contract/listings/items";

import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { pathOf, read, write } from "../../lib/api/queries.ts";
import { newKey } from "../../lib/format.ts";

const BOOKINGS = "/api/bookings";

export const getItem = (itemId: string) => read<typeof itemsContract.getItem>("/api/items", itemId);
export const getActiveTerms = () => read<typeof policiesContract.getActiveTerms>("/api/terms/active");

/** Others change it as well: what was read before is shown, and asked for again. */
export const getBooking = (bookingId: string) =>
  queryOptions({ ...read<typeof bookingsContract.getBooking>(BOOKINGS, bookingId), staleTime: 0 });

export const startCheckout = write<typeof checkoutContract.startCheckout>("POST", BOOKINGS);
export const payBooking = (bookingId: string) =>
  write<typeof checkoutContract.payBooking>("POST", BOOKINGS, bookingId, "payment");

const syncBookingPayment = (bookingId: string) =>
  write<typeof checkoutContract.syncBookingPayment>("POST", BOOKINGS, bookingId, "refresh");

/** How the card provider says it stands. It may be asked as often as one likes. */
export const refreshed = (bookingId: string): Promise<BookingDetailView> => syncBookingPayment(bookingId)(newKey());

const cancelBooking = (bookingId: string) =>
  write<typeof bookingCommandsContract.cancelBooking>("POST", BOOKINGS, bookingId, "cancel");

/** Lets go of what a checkout holds. What comes back is asked for first: the server takes no other sum. */
export const giveUp =
  (bookingId: string) =>
  async (key: string): Promise<BookingDetailView> => {
    const url = pathOf([BOOKINGS, bookingId, "cancellation"]);
    const { body } = await browserClient.ask<CancellationView>({ url });
    return cancelBooking(bookingId)(key, { refundCents: body.refundCents });
  };
