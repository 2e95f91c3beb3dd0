import * as commands from "@nexby/contract/bookings/booking-commands";
import * as contract from "@nexby/contract/bookings/condition";
import type { FastifyInstance } from "fastify";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { createQueue } from "../../platform/process.ts";
import {
  asRenterOrOwner,
  detailsOf,
  enterHandoffCode,
  presentBookingDetail,
  type RenterOrOwner,
  runBookingCommand,
  type StepContext,
} from "../bookings/public.ts";
import { readFile } from "../photos/public.ts";
import { addRentalPhoto, openOriginalPhoto } from "./commands/add-rental-photo.ts";
import { confirmCondition } from "./commands/confirm-condition.ts";
import { claimDamage, nameLoss, reportCondition } from "./commands/report-condition.ts";
import { confirmUnits, returnUnits } from "./commands/return-units.ts";
import { presentCondition, presentEvidence, presentPhoto } from "./condition.presenter.ts";
import { findPhoto, getBookingFor, loadCondition } from "./condition.queries.ts";
import { refusingReusedIds, verifyEvidence } from "./evidence-chain.ts";
import { copyKey } from "./evidence-files.ts";
import { type EvidenceKeys, evidenceKeys } from "./evidence-keys.ts";
import { listPhotoCodes } from "./photo-codes.ts";

type ConditionDeps = HttpDeps & {
  payments: PaymentsPort;
  storage: StoragePort;
  secret: string;
  formerSecrets: readonly string[];
};
type Request = { db: Db; viewer: Viewer; params: { bookingId: string } };

/** Each verification reads all files of a booking again. Users take turns. */
const inVerificationQueue = createQueue({ atOnce: 2, mostWaiting: 24 });

const asFile = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);

export function conditionRoutes(app: FastifyInstance, deps: ConditionDeps) {
  const { payments, storage, secret } = deps;
  const keys = evidenceKeys(secret, deps.formerSecrets);
  const run = async (
    { db, viewer, params: { bookingId } }: Request,
    command: (context: StepContext, author: RenterOrOwner) => Promise<unknown>,
  ) => {
    let result: unknown;
    await runBookingCommand(db, payments, bookingId, async (context) => {
      result = await command(context, asRenterOrOwner(context, viewer));
    });
    // Returned instead of thrown, so that what it counted is committed.
    if (result instanceof AppError) throw result;
    return presentCondition(await loadCondition(db, viewer, bookingId));
  };

  mount(app, deps, contract.getBookingCondition, async ({ db, viewer, params }) =>
    presentCondition(await loadCondition(db, viewer, params.bookingId)),
  );

  mount(app, deps, contract.addRentalPhoto, async ({ viewer, params, query, file }) => {
    const { stage, shot = null, sha256: claimedSha256 = null } = query;
    return presentPhoto(
      await addRentalPhoto({ ...deps, keys }, viewer, { ...params, stage, shot, claimedSha256, file }),
    );
  });

  mount(app, deps, contract.getRentalPhoto, async ({ db, viewer, params: { bookingId, photoId } }) => {
    const { booking } = await getBookingFor(db, viewer, bookingId);
    const photo = await findPhoto(db, photoId);
    const copy = photo?.bookingId === booking.id ? await readFile(storage, copyKey(photo.filesKey)) : null;
    if (!copy) throw new AppError("not_found", "Photo not found");
    return asFile(copy, "photo.webp");
  });

  mountCommandsWithEvidence(app, deps, keys);

  mount(app, deps, contract.listPhotoCodes, ({ db, viewer, params }) =>
    listPhotoCodes(db, secret, viewer, params.bookingId),
  );

  mount(app, deps, contract.reportCondition, (request) => {
    const report = { ...request.body, reportId: request.params.reportId };
    return refusingReusedIds(() =>
      run(request, (context, author) => reportCondition(context, author, report, { secret, keys })),
    );
  });

  mount(app, deps, contract.confirmCondition, (request) =>
    run(request, (context, author) => confirmCondition(context, author, request.body, keys)),
  );

  mount(app, deps, contract.verifyEvidence, async ({ db, viewer, params, query }) => {
    const { booking } = await getBookingFor(db, viewer, params.bookingId);
    const verify = () => verifyEvidence({ db, storage, keys }, booking.id);
    return presentEvidence(await inVerificationQueue(verify, { person: viewer.id }), query.hash);
  });

  mount(app, deps, contract.openOriginalPhoto, async ({ db, viewer, params, body }) =>
    asFile(await openOriginalPhoto({ db, storage }, viewer, { ...params, ...body }), "original.bin"),
  );
}

/** Commands on a booking that its evidence chain covers. */
function mountCommandsWithEvidence(app: FastifyInstance, deps: ConditionDeps, keys: EvidenceKeys) {
  const run = async (
    { db, viewer, params: { bookingId } }: Request,
    command: (context: StepContext, author: RenterOrOwner) => Promise<unknown>,
  ) => {
    const booking = await runBookingCommand(db, deps.payments, bookingId, (context) =>
      command(context, asRenterOrOwner(context, viewer)),
    );
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  };

  mount(app, deps, commands.markReturned, (request) =>
    run(request, (context, author) => returnUnits(context, author, { ...request.body, isByCode: false }, keys)),
  );
  mount(app, deps, commands.confirmUnits, (request) =>
    run(request, (context, author) => confirmUnits(context, author, request.body.returnId)),
  );
  mount(app, deps, commands.claimDamage, (request) =>
    run(request, (context, author) => claimDamage(context, author, request.body, keys)),
  );
  mount(app, deps, commands.nameLoss, (request) =>
    run(request, (context, author) => nameLoss(context, author, request.body, keys)),
  );

  mount(app, deps, commands.enterHandoffCode, async ({ db, viewer, params, body }) => {
    const returnByCode = (context: StepContext, author: RenterOrOwner) =>
      returnUnits(context, author, { ...body, notes: "", isByCode: true }, keys);
    const booking = await enterHandoffCode(db, { ...deps, returnByCode }, viewer, { ...params, ...body });
    return presentBookingDetail(await detailsOf(db, viewer, booking));
  });
}
