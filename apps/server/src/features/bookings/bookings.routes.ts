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
import { cancelBooking, previewCancellation } from "./commands/cancel-booking.ts";
import { approveBooking, declineBooking } from "./commands/decide-request.ts";
import { disputeHandoff, markHandedOver } from "./commands/mark-handed-over.ts";
import { claimDamage, confirmReturn, markReturned, resolveDamageClaim } from "./commands/mark-returned.ts";
import { contestNoShow, reportNoShow } from "./commands/report-no-show.ts";
import { loadContext, type StepContext } from "./lifecycle/booking-state.ts";
import { confirmPickupOf } from "./lifecycle/transitions.ts";
import {
  asAdmin,
  asRenterOrOwner,
  asRenterOwnerOrAdmin,
  type Person,
  runBookingCommand,
} from "./run-booking-command.ts";

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
  mountBookingCommands(app, deps);
}

type CommandDeps = HttpDeps & { payments: PaymentsPort };
type Request = { db: Db; viewer: Viewer; params: { bookingId: string } };

/** What people do with a booking, one verb each. */
function mountBookingCommands(app: FastifyInstance, deps: CommandDeps) {
  const { payments } = deps;
  const acting = async <A extends Person>(
    { db, viewer, params: { bookingId } }: Request,
    as: (context: StepContext, viewer: Viewer) => A,
    act: (context: StepContext, actor: A) => Promise<unknown>,
  ) => {
    const booking = await runBookingCommand(db, payments, bookingId, (context) => act(context, as(context, viewer)));
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  };

  mount(app, deps, bookingCommandsContract.approveBooking, (request) =>
    acting(request, asRenterOrOwner, (context, party) => approveBooking(context, party, request.body.message)),
  );
  mount(app, deps, bookingCommandsContract.declineBooking, (request) =>
    acting(request, asRenterOrOwner, (context, party) => declineBooking(context, party, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.confirmPickupTime, (request) =>
    acting(request, asRenterOrOwner, confirmPickupOf),
  );
  mount(app, deps, bookingCommandsContract.markHandedOver, (request) =>
    acting(request, asRenterOrOwner, (context, party) => markHandedOver(context, party, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.disputeHandoff, (request) =>
    acting(request, asRenterOrOwner, (context, party) => disputeHandoff(context, party, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.markReturned, (request) =>
    acting(request, asRenterOrOwner, (context, party) => markReturned(context, party, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.confirmReturn, (request) =>
    acting(request, asRenterOrOwner, (context, party) => confirmReturn(context, party, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.claimDamage, (request) =>
    acting(request, asRenterOrOwner, (context, party) => claimDamage(context, party, request.body)),
  );
  mount(app, deps, bookingCommandsContract.reportNoShow, (request) =>
    acting(request, asRenterOrOwner, (context, party) => reportNoShow(context, party, request.body)),
  );
  mount(app, deps, bookingCommandsContract.contestNoShow, (request) =>
    acting(request, asRenterOrOwner, (context, party) => contestNoShow(context, party, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.resolveDamageClaim, (request) =>
    acting(request, asAdmin, (context, { id }) => resolveDamageClaim(context, id, request.body)),
  );

  mount(app, deps, bookingCommandsContract.previewCancellation, ({ db, viewer, params, query }) =>
    db.transaction(async (tx) => {
      const context = await loadContext(tx, payments, params.bookingId);
      return previewCancellation(context, asRenterOwnerOrAdmin(context, viewer), query.as);
    }),
  );
  mount(app, deps, bookingCommandsContract.cancelBooking, (request) =>
    acting(request, asRenterOwnerOrAdmin, (context, canceler) => cancelBooking(context, canceler, request.body)),
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
