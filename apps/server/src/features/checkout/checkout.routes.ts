import * as checkoutContract from "@nexby/contract/bookings/checkout";
import * as quotesContract from "@nexby/contract/bookings/quotes";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { detailsOf, getBooking, presentBookingDetail } from "../bookings/public.ts";
import { assertMayPay, payBooking, syncBookingPayment } from "./commands/pay-booking.ts";
import { startCheckout } from "./commands/start-checkout.ts";
import { getItemCalendar, quoteRental } from "./quote-item.ts";
import { presentQuote } from "./quotes.presenter.ts";

type QuotesDeps = HttpDeps & { geocoding: GeocodingPort };

export function quotesRoutes(app: FastifyInstance, deps: QuotesDeps) {
  mount(app, deps, quotesContract.quoteItem, async ({ db, viewer, params, body }) =>
    presentQuote(await quoteRental(db, deps.geocoding, { ...params, viewerId: viewer?.id ?? null }, body)),
  );

  mount(app, deps, quotesContract.getItemCalendar, ({ db, viewer, params, query }) =>
    getItemCalendar(db, { ...params, viewerId: viewer?.id ?? null }, query),
  );
}

type CheckoutDeps = HttpDeps & { payments: PaymentsPort; geocoding: GeocodingPort };

export function checkoutRoutes(app: FastifyInstance, deps: CheckoutDeps) {
  mount(app, deps, checkoutContract.startCheckout, ({ viewer, body }) => startCheckout(deps, viewer.id, body));

  mount(app, deps, checkoutContract.payBooking, async ({ db, viewer, params, body }) => {
    const details = await getBooking(db, viewer, params.bookingId);
    assertMayPay(details, body.kind);
    const payment = await payBooking(deps, details, body.kind);
    return { booking: presentBookingDetail(details), payment };
  });

  mount(app, deps, checkoutContract.syncBookingPayment, async ({ db, viewer, params }) => {
    const details = await getBooking(db, viewer, params.bookingId);
    return presentBookingDetail(await detailsOf(db, viewer, await syncBookingPayment(deps, details)));
  });
}
