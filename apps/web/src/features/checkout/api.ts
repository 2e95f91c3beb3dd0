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
import { newKey } from "../../lib/browser/intents.ts";

const BOOKINGS = "/api/bookings";

export const getItem = (itemId: string) => read<typeof itemsContract.getItem>("/api/items", itemId);
export const getActiveTerms = () => read<typeof policiesContract.getActiveTerms>("/api/terms/active");

/** Others can change a booking at any time, so cached data is shown but always refetched. */
export const getBooking = (bookingId: string) =>
  queryOptions({ ...read<typeof bookingsContract.getBooking>(BOOKINGS, bookingId), staleTime: 0 });

export const startCheckout = write<typeof checkoutContract.startCheckout>("POST", BOOKINGS);
export const payBooking = (bookingId: string) =>
  write<typeof checkoutContract.payBooking>("POST", BOOKINGS, bookingId, "payment");

const syncBookingPayment = (bookingId: string) =>
  write<typeof checkoutContract.syncBookingPayment>("POST", BOOKINGS, bookingId, "refresh");

/** Syncs the payment status from the card provider. Safe to repeat. */
export const syncPayment = (bookingId: string): Promise<BookingDetailView> => syncBookingPayment(bookingId)(newKey());

const cancelBooking = (bookingId: string) =>
  write<typeof bookingCommandsContract.cancelBooking>("POST", BOOKINGS, bookingId, "cancel");

/** Cancels an unfinished checkout. The server only accepts the current refund amount, so it is fetched first. */
export const cancelCheckout =
  (bookingId: string) =>
  async (key: string): Promise<BookingDetailView> => {
    const url = pathOf([BOOKINGS, bookingId, "cancellation"]);
    const { body } = await browserClient.ask<CancellationView>({ url });
    return cancelBooking(bookingId)(key, { refundCents: body.refundCents });
  };
