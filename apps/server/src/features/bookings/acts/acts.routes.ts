import * as contract from "@nexby/contract/booking-acts";
import type { FastifyInstance } from "fastify";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentBookingDetail } from "../bookings.presenter.ts";
import { confirmPickupOf } from "../lifecycle/confirm-pickup.ts";
import { loadContext } from "../lifecycle/load-context.ts";
import type { StepContext } from "../lifecycle/step-context.ts";
import { detailsOf } from "../overview/use-cases/get-booking.ts";
import { actOnBooking, asAdministrator, asParty, asPartyOrAdministrator, type Person } from "./act-on-booking.ts";
import { cancel, previewCancellation } from "./cancel.ts";
import { approve, decline } from "./decide.ts";
import { claimDamage, close, resolveClaim, submitReturn } from "./give-back.ts";
import { handOver, objectToHandover } from "./hand-over.ts";
import { contestNoShow, reportNoShow } from "./no-show.ts";

type Deps = HttpDeps & { payments: PaymentsPort };
type Request = { db: Db; viewer: Viewer; params: { bookingId: string } };

/** What people do with a booking, one verb each. */
export function mountActs(app: FastifyInstance, deps: Deps) {
  const { payments } = deps;
  const acting = async <A extends Person>(
    { db, viewer, params: { bookingId } }: Request,
    as: (context: StepContext, viewer: Viewer) => A,
    act: (context: StepContext, actor: A) => Promise<unknown>,
  ) => {
    const booking = await actOnBooking(db, payments, bookingId, (context) => act(context, as(context, viewer)));
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  };

  mount(app, deps, contract.approveBooking, (request) =>
    acting(request, asParty, (context, party) => approve(context, party, request.body.message)),
  );
  mount(app, deps, contract.declineBooking, (request) =>
    acting(request, asParty, (context, party) => decline(context, party, request.body.reason)),
  );
  mount(app, deps, contract.confirmPickup, (request) => acting(request, asParty, confirmPickupOf));
  mount(app, deps, contract.handOver, (request) =>
    acting(request, asParty, (context, party) => handOver(context, party, request.body.notes)),
  );
  mount(app, deps, contract.objectToHandover, (request) =>
    acting(request, asParty, (context, party) => objectToHandover(context, party, request.body.reason)),
  );
  mount(app, deps, contract.submitReturn, (request) =>
    acting(request, asParty, (context, party) => submitReturn(context, party, request.body.notes)),
  );
  mount(app, deps, contract.closeBooking, (request) =>
    acting(request, asParty, (context, party) => close(context, party, request.body.notes)),
  );
  mount(app, deps, contract.claimDamage, (request) =>
    acting(request, asParty, (context, party) => claimDamage(context, party, request.body)),
  );
  mount(app, deps, contract.reportNoShow, (request) =>
    acting(request, asParty, (context, party) => reportNoShow(context, party, request.body)),
  );
  mount(app, deps, contract.contestNoShow, (request) =>
    acting(request, asParty, (context, party) => contestNoShow(context, party, request.body.reason)),
  );
  mount(app, deps, contract.resolveClaim, (request) =>
    acting(request, asAdministrator, (context, { id }) => resolveClaim(context, id, request.body)),
  );

  mount(app, deps, contract.previewCancellation, ({ db, viewer, params, query }) =>
    db.transaction(async (tx) => {
      const context = await loadContext(tx, payments, params.bookingId);
      return previewCancellation(context, asPartyOrAdministrator(context, viewer), query.as);
    }),
  );
  mount(app, deps, contract.cancelBooking, (request) =>
    acting(request, asPartyOrAdministrator, (context, canceler) => cancel(context, canceler, request.body)),
  );
}
