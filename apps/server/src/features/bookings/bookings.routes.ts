import * as bookingCommandsContract from "@nexby/contract/bookings/booking-commands";
import * as bookingsContract from "@nexby/contract/bookings/bookings";
import { getBookingCalendar } from "@nexby/contract/bookings/bookings";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { bookingCalendar } from "./booking-calendar.ts";
import { detailsOf, getBooking } from "./booking-details.queries.ts";
import { countBookings, listBookingRequests, listBookings } from "./booking-lists.queries.ts";
import { presentBooking, presentBookingDetail, presentBookingRequest } from "./bookings.presenter.ts";
import { cancel, previewCancellation } from "./commands/cancel-booking.ts";
import { approve, decline } from "./commands/decide-request.ts";
import { handOver, objectToHandover } from "./commands/hand-over.ts";
import { contestNoShow, reportNoShow } from "./commands/report-no-show.ts";
import { claimDamage, close, resolveClaim, submitReturn } from "./commands/return-item.ts";
import { loadContext, type StepContext } from "./lifecycle/booking-state.ts";
import { confirmPickupOf } from "./lifecycle/transitions.ts";
import { actOnBooking, asAdministrator, asParty, asPartyOrAdministrator, type Person } from "./run-booking-command.ts";

type BookingsDeps = HttpDeps & { payments: PaymentsPort; geocoding: GeocodingPort };

export function bookingsRoutes(app: FastifyInstance, deps: BookingsDeps) {
  mount(app, deps, bookingsContract.getBooking, async ({ db, viewer, params }) =>
    presentBookingDetail(await getBooking(db, viewer, params.bookingId)),
  );

  mount(app, deps, getBookingCalendar, async ({ db, viewer, params }) => {
    const calendar = await bookingCalendar(await getBooking(db, viewer, params.bookingId));
    return new File([calendar], "booking.ics");
  });

  mountOverview(app, deps);
  mountActs(app, deps);
}

type CommandDeps = HttpDeps & { payments: PaymentsPort };
type Request = { db: Db; viewer: Viewer; params: { bookingId: string } };

/** What people do with a booking, one verb each. */
function mountActs(app: FastifyInstance, deps: CommandDeps) {
  const { payments } = deps;
  const acting = async <A extends Person>(
    { db, viewer, params: { bookingId } }: Request,
    as: (context: StepContext, viewer: Viewer) => A,
    act: (context: StepContext, actor: A) => Promise<unknown>,
  ) => {
    const booking = await actOnBooking(db, payments, bookingId, (context) => act(context, as(context, viewer)));
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  };

  mount(app, deps, bookingCommandsContract.approveBooking, (request) =>
    acting(request, asParty, (context, party) => approve(context, party, request.body.message)),
  );
  mount(app, deps, bookingCommandsContract.declineBooking, (request) =>
    acting(request, asParty, (context, party) => decline(context, party, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.confirmPickup, (request) => acting(request, asParty, confirmPickupOf));
  mount(app, deps, bookingCommandsContract.handOver, (request) =>
    acting(request, asParty, (context, party) => handOver(context, party, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.objectToHandover, (request) =>
    acting(request, asParty, (context, party) => objectToHandover(context, party, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.submitReturn, (request) =>
    acting(request, asParty, (context, party) => submitReturn(context, party, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.closeBooking, (request) =>
    acting(request, asParty, (context, party) => close(context, party, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.claimDamage, (request) =>
    acting(request, asParty, (context, party) => claimDamage(context, party, request.body)),
  );
  mount(app, deps, bookingCommandsContract.reportNoShow, (request) =>
    acting(request, asParty, (context, party) => reportNoShow(context, party, request.body)),
  );
  mount(app, deps, bookingCommandsContract.contestNoShow, (request) =>
    acting(request, asParty, (context, party) => contestNoShow(context, party, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.resolveClaim, (request) =>
    acting(request, asAdministrator, (context, { id }) => resolveClaim(context, id, request.body)),
  );

  mount(app, deps, bookingCommandsContract.previewCancellation, ({ db, viewer, params, query }) =>
    db.transaction(async (tx) => {
      const context = await loadContext(tx, payments, params.bookingId);
      return previewCancellation(context, asPartyOrAdministrator(context, viewer), query.as);
    }),
  );
  mount(app, deps, bookingCommandsContract.cancelBooking, (request) =>
    acting(request, asPartyOrAdministrator, (context, canceler) => cancel(context, canceler, request.body)),
  );
}

/** Lists of bookings, to renters and owners, and the owner's inbox. */
function mountOverview(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, bookingsContract.listBookings, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listBookings(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentBooking);
  });

  mount(app, deps, bookingsContract.countBookings, ({ db, viewer }) => countBookings(db, viewer.id));

  mount(app, deps, bookingsContract.listBookingRequests, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listBookingRequests(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentBookingRequest);
  });
}
