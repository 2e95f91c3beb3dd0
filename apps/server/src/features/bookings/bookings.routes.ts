import * as recordContract from "@nexby/contract/admin/booking-record";
import * as bookingCommandsContract from "@nexby/contract/bookings/booking-commands";
import { listBookingRequests as requestsEndpoint } from "@nexby/contract/bookings/booking-requests";
import * as bookingsContract from "@nexby/contract/bookings/bookings";
import * as paymentsContract from "@nexby/contract/money/payments";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { bookingCalendar } from "./booking-calendar.ts";
import { detailsOf, getBooking } from "./booking-details.queries.ts";
import { countBookings, listBookingRequests, listBookings } from "./booking-lists.queries.ts";
import { presentBookingRecord, presentStatusChange } from "./booking-record.presenter.ts";
import { listStatusChanges, readBookingRecord } from "./booking-record.queries.ts";
import { presentBooking, presentBookingDetail, presentBookingRequest } from "./bookings.presenter.ts";
import { agreeToClaim, contestClaim } from "./commands/answer-claim.ts";
import { contestLateFee, decideLateFee, waiveLateFee } from "./commands/answer-late-fee.ts";
import { cancelBooking, previewCancellation } from "./commands/cancel-booking.ts";
import { resolveDamageClaim } from "./commands/decide-claim.ts";
import { rejectHandoff, upholdHandoff } from "./commands/decide-handoff.ts";
import { giveUpDeposit, retryDeposit } from "./commands/decide-lapsed-deposit.ts";
import { markUnitAvailable } from "./commands/mark-available.ts";
import { disputeHandoff, markHandedOver } from "./commands/mark-handed-over.ts";
import { confirmReturn } from "./commands/mark-returned.ts";
import { confirmTime, keepTime, proposeTime, setHandoffInstructions } from "./commands/plan-times.ts";
import { contestNoShow, reportNoShow } from "./commands/report-no-show.ts";
import { renewHandoffCode } from "./commands/use-handoff-code.ts";
import { showHandoffCode } from "./handoff-codes.ts";
import { loadContext, type StepContext } from "./lifecycle/booking-state.ts";
import { approveBooking, declineBooking } from "./lifecycle/decide-request.ts";
import { downloadReceipt, printReceipt } from "./receipts.ts";
import {
  asAdmin,
  asRenterOrOwner,
  asRenterOwnerOrAdmin,
  type Person,
  runBookingCommand,
} from "./run-booking-command.ts";

type BookingsDeps = HttpDeps & { payments: PaymentsPort; geocoding: GeocodingPort; secret: string };

export function bookingsRoutes(app: FastifyInstance, deps: BookingsDeps) {
  mount(app, deps, bookingsContract.getBooking, async ({ db, viewer, params }) =>
    presentBookingDetail(await getBooking(db, viewer, params.bookingId)),
  );

  mount(app, deps, bookingsContract.getBookingCalendar, async ({ db, viewer, params, siteUrl }) => {
    const calendar = await bookingCalendar(await getBooking(db, viewer, params.bookingId), siteUrl);
    return new File([calendar], "booking.ics");
  });

  mount(app, deps, paymentsContract.downloadReceipt, async ({ db, viewer, params }) => {
    const receipt = await downloadReceipt(db, viewer, params.paymentId);
    const pdf = await printReceipt(receipt, viewer.id);
    return new File([new Uint8Array(pdf)], `nexby-receipt-${receipt.number}.pdf`);
  });

  mountOverview(app, deps);
  mountBookingCommands(app, deps);
  mountHandoffCodes(app, deps);
}

type CommandDeps = HttpDeps & { payments: PaymentsPort };
type Request = { db: Db; viewer: Viewer; params: { bookingId: string } };

function mountBookingCommands(app: FastifyInstance, deps: CommandDeps) {
  const { payments } = deps;
  const run = async <A extends Person>(
    { db, viewer, params: { bookingId } }: Request,
    resolveActor: (context: StepContext, viewer: Viewer) => A,
    command: (context: StepContext, actor: A) => Promise<unknown>,
  ) => {
    const booking = await runBookingCommand(db, payments, bookingId, (context) =>
      command(context, resolveActor(context, viewer)),
    );
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  };

  mount(app, deps, bookingCommandsContract.approveBooking, (request) =>
    run(request, asRenterOrOwner, (context, actor) => approveBooking(context, actor, request.body.message)),
  );
  mount(app, deps, bookingCommandsContract.declineBooking, (request) =>
    run(request, asRenterOrOwner, (context, actor) => declineBooking(context, actor, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.proposeTime, (request) =>
    run(request, asRenterOrOwner, (context, actor) => proposeTime(context, actor, request.body)),
  );
  mount(app, deps, bookingCommandsContract.confirmTime, (request) =>
    run(request, asRenterOrOwner, (context, actor) => confirmTime(context, actor, request.body)),
  );
  mount(app, deps, bookingCommandsContract.keepTime, (request) =>
    run(request, asRenterOrOwner, (context, actor) => keepTime(context, actor, request.body)),
  );
  mount(app, deps, bookingCommandsContract.setHandoffInstructions, (request) =>
    run(request, asRenterOrOwner, (context, actor) => setHandoffInstructions(context, actor, request.body)),
  );
  mount(app, deps, bookingCommandsContract.markHandedOver, (request) =>
    run(request, asRenterOrOwner, (context, actor) => markHandedOver(context, actor, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.disputeHandoff, (request) =>
    run(request, asRenterOrOwner, (context, actor) => disputeHandoff(context, actor, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.confirmReturn, (request) =>
    run(request, asRenterOrOwner, (context, actor) => confirmReturn(context, actor, request.body.notes)),
  );
  mount(app, deps, bookingCommandsContract.agreeToClaim, (request) => run(request, asRenterOrOwner, agreeToClaim));
  mount(app, deps, bookingCommandsContract.contestClaim, (request) =>
    run(request, asRenterOrOwner, (context, actor) => contestClaim(context, actor, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.reportNoShow, (request) =>
    run(request, asRenterOrOwner, (context, actor) => reportNoShow(context, actor, request.body)),
  );
  mount(app, deps, bookingCommandsContract.contestNoShow, (request) =>
    run(request, asRenterOrOwner, (context, actor) => contestNoShow(context, actor, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.contestLateFee, (request) =>
    run(request, asRenterOrOwner, (context, actor) => contestLateFee(context, actor, request.body.reason)),
  );
  mount(app, deps, bookingCommandsContract.waiveLateFee, (request) =>
    run(request, asRenterOwnerOrAdmin, (context, actor) => waiveLateFee(context, actor, request.body)),
  );
  mount(app, deps, bookingCommandsContract.decideLateFee, (request) =>
    run(request, asAdmin, (context, { id }) => decideLateFee(context, id, request.body)),
  );
  mount(app, deps, bookingCommandsContract.resolveDamageClaim, (request) =>
    run(request, asAdmin, (context, { id }) => resolveDamageClaim(context, id, request.body)),
  );

  mount(app, deps, bookingCommandsContract.upholdHandoff, (request) =>
    run(request, asAdmin, (context, { id: adminId }) => upholdHandoff(context, { adminId, ...request.body })),
  );
  mount(app, deps, bookingCommandsContract.rejectHandoff, (request) =>
    run(request, asAdmin, (context, { id: adminId }) => rejectHandoff(context, { adminId, ...request.body })),
  );
  mount(app, deps, bookingCommandsContract.retryDeposit, (request) =>
    run(request, asAdmin, (context, { id: adminId }) => retryDeposit(context, { adminId, ...request.body })),
  );
  mount(app, deps, bookingCommandsContract.giveUpDeposit, (request) =>
    run(request, asAdmin, (context, { id: adminId }) => giveUpDeposit(context, { adminId, ...request.body })),
  );
  mount(app, deps, bookingCommandsContract.markUnitAvailable, (request) =>
    run(request, asRenterOrOwner, markUnitAvailable),
  );

  mount(app, deps, bookingCommandsContract.previewCancellation, ({ db, viewer, params, query }) =>
    db.transaction(async (tx) => {
      const context = await loadContext(tx, payments, params.bookingId);
      return previewCancellation(context, asRenterOwnerOrAdmin(context, viewer), query.as);
    }),
  );
  mount(app, deps, bookingCommandsContract.cancelBooking, (request) =>
    run(request, asRenterOwnerOrAdmin, (context, canceler) => cancelBooking(context, canceler, request.body)),
  );
}

function mountHandoffCodes(app: FastifyInstance, deps: CommandDeps & { secret: string }) {
  mount(app, deps, bookingCommandsContract.showHandoffCode, ({ db, viewer, params }) =>
    showHandoffCode(db, deps.secret, viewer, params.bookingId),
  );
  mount(app, deps, bookingCommandsContract.renewHandoffCode, ({ db, viewer, params }) =>
    renewHandoffCode(db, deps, viewer, params.bookingId),
  );
}

function mountOverview(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, recordContract.readBookingRecord, async ({ db, viewer, params }) =>
    presentBookingRecord(await readBookingRecord(db, viewer, params.bookingId)),
  );

  mount(app, deps, recordContract.listStatusChanges, async ({ db, viewer, params, query, linkNext }) => {
    const { rows, nextCursor } = await listStatusChanges(db, viewer, { ...params, ...query });
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentStatusChange);
  });

  mount(app, deps, bookingsContract.listBookings, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listBookings(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentBooking);
  });

  mount(app, deps, bookingsContract.countBookings, ({ db, viewer }) => countBookings(db, viewer.id));

  mount(app, deps, requestsEndpoint, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listBookingRequests(db, viewer, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentBookingRequest);
  });
}
