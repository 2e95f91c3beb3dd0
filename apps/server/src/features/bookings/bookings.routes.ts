import { getBookingCalendar } from "@nexby/contract/booking-calendar";
import * as contract from "@nexby/contract/bookings";
import * as checkoutContract from "@nexby/contract/checkout";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { mountActs } from "./acts/acts.routes.ts";
import { presentBookingDetail } from "./bookings.presenter.ts";
import { assertMayPay } from "./checkout/assert-may-pay.ts";
import { payBooking } from "./checkout/use-cases/pay-booking.ts";
import { refreshBooking } from "./checkout/use-cases/refresh-booking.ts";
import { startCheckout } from "./checkout/use-cases/start-checkout.ts";
import { bookingCalendar } from "./overview/booking-calendar.ts";
import { mountOverview } from "./overview/overview.routes.ts";
import { detailsOf, getBooking } from "./overview/use-cases/get-booking.ts";

type Deps = HttpDeps & { payments: PaymentsPort; geocoding: GeocodingPort };

export function bookingsRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, checkoutContract.startCheckout, ({ viewer, body }) => startCheckout(deps, viewer.id, body));

  mount(app, deps, checkoutContract.payBooking, async ({ db, viewer, params, body }) => {
    const details = await getBooking(db, viewer, params.bookingId);
    assertMayPay(details, body.kind);
    const payment = await payBooking(deps, details.booking, body.kind);
    return { booking: presentBookingDetail(details), payment };
  });

  mount(app, deps, checkoutContract.refreshBooking, async ({ db, viewer, params }) => {
    const { booking } = await getBooking(db, viewer, params.bookingId);
    return presentBookingDetail(await detailsOf(db, viewer, await refreshBooking(deps, booking)));
  });

  mount(app, deps, contract.getBooking, async ({ db, viewer, params }) =>
    presentBookingDetail(await getBooking(db, viewer, params.bookingId)),
  );

  mount(app, deps, getBookingCalendar, async ({ db, viewer, params }) => {
    const calendar = await bookingCalendar(await getBooking(db, viewer, params.bookingId));
    return new File([calendar], "booking.ics");
  });

  mountOverview(app, deps);
  mountActs(app, deps);
}
