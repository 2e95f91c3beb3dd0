import * as contract from "@nexby/contract/bookings/extensions";
import type { FastifyInstance } from "fastify";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { detailsOf, getBooking } from "../booking-details.queries.ts";
import { presentBookingDetail } from "../bookings.presenter.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { asRenterOrOwner, type RenterOrOwner, runBookingCommand } from "../run-booking-command.ts";
import { approveExtension, declineExtension, requestExtension, withdrawExtension } from "./extension-commands.ts";
import { extensionOffers, type FindItemFacts, presentExtensionOffers } from "./extension-offers.ts";
import { EXTENSION_MESSAGES } from "./extension-steps.ts";

type Deps = HttpDeps & { payments: PaymentsPort; findItemFacts: FindItemFacts };
type Request = { db: Db; viewer: Viewer; params: { bookingId: string } };

export function extensionsRoutes(app: FastifyInstance, deps: Deps) {
  const { payments, findItemFacts } = deps;
  const run = async (
    { db, viewer, params: { bookingId } }: Request,
    command: (context: StepContext, actor: RenterOrOwner) => Promise<unknown>,
  ) => {
    const booking = await runBookingCommand(db, payments, bookingId, (context) =>
      command(context, asRenterOrOwner(context, viewer)),
    );
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  };

  mount(app, deps, contract.getExtensionOptions, async ({ db, viewer, params }) => {
    const details = await getBooking(db, viewer, params.bookingId);
    if (details.role !== "renter") throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_yours);
    return presentExtensionOffers(db, details, await extensionOffers(db, findItemFacts, details));
  });
  mount(app, deps, contract.requestExtension, (request) =>
    run(request, (context, actor) => requestExtension(context, actor, findItemFacts, request.body)),
  );
  mount(app, deps, contract.approveExtension, (request) =>
    run(request, (context, actor) => approveExtension(context, actor, request.body)),
  );
  mount(app, deps, contract.declineExtension, (request) =>
    run(request, (context, actor) => declineExtension(context, actor, request.body)),
  );
  mount(app, deps, contract.withdrawExtension, (request) =>
    run(request, (context, actor) => withdrawExtension(context, actor, request.body)),
  );
}
