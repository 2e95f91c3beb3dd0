import * as commands from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { getBookingCondition } from "@nexby/contract/bookings/condition";
import { getExtensionOptions, requestExtension } from "@nexby/contract/bookings/extensions";
import { sql } from "drizzle-orm";
import { newId } from "../../platform/ids.ts";
import { noteWorkers } from "../../platform/outages.ts";
import { CLAIM, DAMAGE, reportWithPhoto } from "../bookings/condition-reports.ts";
import { jpeg } from "../listings/good-files.ts";
import { about } from "./bookings.fixture.ts";
import { once, type Scenarios, type Submission, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

type Terms = Parameters<World["inPossession"]>[0];

const SECURED = { depositAmountCents: 6_000, replacementValueCents: 20_000 };
const HOURS_LATE = 30;

/** From the handoff to the end of claims and late fees. */
export function rentalScenarios(world: World): Scenarios {
  const { here, as, database, origin, inPossession, scheduled, reach, passHours, pay, settle, admin, loseCard } = world;
  const renter = () => here().renter;
  const owner = () => here().owner;

  const rented = async (terms?: Terms) => (await inPossession(terms)).id;
  const extension = async (id: string) => {
    const [option] = (await as(renter(), getExtensionOptions, id)).options;
    return { endDate: option?.endDate ?? "", totalCents: option?.price.totalCents ?? 0 };
  };
  const extended = async () => {
    const id = await rented();
    await as(renter(), requestExtension, id, await extension(id));
    const booking = await pay(await as(renter(), payBooking, id, { kind: "extension" }));
    return { id, extensionId: openExtensionOf(booking) };
  };
  const returned = async (terms?: Terms) => {
    const id = await rented(terms);
    await as(renter(), commands.markReturned, id, {});
    return id;
  };
  const photographed = async () => {
    const id = await returned(SECURED);
    return { id, photoId: await reportWithPhoto(origin(), owner(), { bookingId: id, ...DAMAGE }) };
  };
  const claimed = async () => {
    const { id, photoId } = await photographed();
    await as(owner(), commands.claimDamage, id, { ...CLAIM, amountCents: 4_000, photoIds: [photoId] });
    return { id, photoId };
  };
  /** Claimed, and the hold ended in an outage while the card took no other one. */
  const lapsed = async () => {
    const { id } = await claimed();
    const { rows } = await database().db.execute<{ end: string }>(sql`
      select max(auth_expires_at)::text as end from payments where booking_id = ${id} and kind = 'deposit'`);
    await reach(rows[0]?.end ?? "", -13);
    await loseCard(id);
    await database().db.execute(sql`delete from worker_beats`);
    await noteWorkers(database().db);
    await here().money.passMinutes(36 * 60);
    await world.payments().control("pump");
    await noteWorkers(database().db);
    // From here on, steps of the clock are no outages.
    await database().db.execute(sql`delete from worker_beats`);
    await settle(id);
    return id;
  };
  const returnedLate = async () => {
    const { id, endAt } = await inPossession();
    await reach(endAt, HOURS_LATE);
    await as(renter(), commands.markReturned, id, {});
    await as(owner(), commands.confirmReturn, id, {});
    await settle(id);
    return id;
  };
  const feeContested = async () => {
    const id = await returnedLate();
    await as(renter(), commands.contestLateFee, id, { reason: "The owner was away" });
    return id;
  };
  const readyForPickup = async () => (await scheduled({}, { inDays: 1 })).id;

  return {
    requestExtension: once(async () => {
      const id = await rented();
      return about(id, renter(), await extension(id));
    }),
    approveExtension: once(async () => {
      const { id, extensionId } = await extended();
      return about(id, owner(), { extensionId });
    }),
    declineExtension: once(async () => {
      const { id, extensionId } = await extended();
      return about(id, owner(), { extensionId, reason: "I need it myself" });
    }),
    withdrawExtension: once(async () => {
      const { id, extensionId } = await extended();
      return about(id, renter(), { extensionId });
    }),
    markReturned: once(async () => about(await rented(), renter())),
    confirmUnits: once(async () => {
      const { id } = await inPossession({ quantityTotal: 3 }, { quantity: 3, days: 3 });
      const { returns } = await as(renter(), commands.markReturned, id, { units: 2, unitsOut: 3 });
      return about(id, owner(), { returnId: returns[0]?.id });
    }),
    nameLoss: once(async () => {
      const { id, endAt } = await inPossession({ depositAmountCents: 0, replacementValueCents: null });
      await reach(endAt, 24 * 7 + 0.1);
      return about(id, owner(), { amountCents: 5_000, notes: "What a new one costs" });
    }),
    confirmReturn: once(async () => about(await returned({ depositAmountCents: 5_000 }), owner())),
    claimDamage: once(async () => {
      const { id, photoId } = await photographed();
      return about(id, owner(), { ...CLAIM, amountCents: 4_000, photoIds: [photoId] });
    }),
    agreeToClaim: once(async () => about((await claimed()).id, renter())),
    contestClaim: once(async () => about((await claimed()).id, renter(), { reason: "It was torn before" })),
    resolveDamageClaim: once(async () =>
      about((await claimed()).id, await admin(), { damageCents: 3_000, notes: "By the photos" }),
    ),
    retryDeposit: once(async () => about(await lapsed(), await admin(), { reason: "The renter called" })),
    giveUpDeposit: once(async () => about(await lapsed(), await admin(), { reason: "The card is gone" })),
    contestLateFee: once(async () => about(await returnedLate(), renter(), { reason: "The owner was away" })),
    waiveLateFee: once(async () => {
      const id = await returnedLate();
      const { lateFee } = await as(owner(), getBooking, id);
      return about(id, owner(), { amountCents: 500, reason: "Traffic", owedCents: lateFee?.owedCents });
    }),
    decideLateFee: once(async () =>
      about(await feeContested(), await admin(), { amountCents: 500, reason: "By the messages" }),
    ),
    markUnitAvailable: once(async () => {
      const { id, endAt } = await inPossession();
      await reach(endAt, 24 * 7 + 0.1);
      await as(await admin(), commands.resolveDamageClaim, id, { damageCents: 0, notes: "Nothing to collect" });
      await passHours(72);
      return about(id, owner());
    }),
    addRentalPhoto: twice(
      "A photo under another id is another photo",
      async () => ({
        headers: renter().headers,
        params: { bookingId: await readyForPickup(), photoId: newId() },
        query: { stage: "pickup" },
        file: { bytes: await jpeg({ width: 30, height: 20 }) },
      }),
      withNewParam("photoId"),
    ),
    reportCondition: twice(
      "A report under another id replaces the first, which stays in the evidence",
      async () => {
        const bookingId = await readyForPickup();
        await reportWithPhoto(origin(), renter(), { bookingId, phase: "check_out" });
        const body = { phase: "check_out", condition: "good" };
        return { headers: owner().headers, params: { bookingId, reportId: newId() }, body };
      },
      withNewParam("reportId"),
    ),
    confirmCondition: once(async () => {
      const id = await readyForPickup();
      await reportWithPhoto(origin(), renter(), { bookingId: id, phase: "check_out" });
      const { headSha256 } = await as(owner(), getBookingCondition, id);
      return about(id, owner(), { phase: "check_out", headSha256 });
    }),
    readBookingRecord: twice("Each look at a booking's full record is audited", async () => ({
      headers: (await admin()).headers,
      params: { bookingId: await readyForPickup() },
    })),
    openOriginalPhoto: twice("Each look at an original photo is audited", async () => {
      const { id: bookingId, photoId } = await claimed();
      const { headers } = await admin();
      return { headers, params: { bookingId, photoId }, body: { reason: "To compare with the claim" } };
    }),
  };
}

const openExtensionOf = ({ extensions }: BookingDetailView) =>
  extensions.find(({ decidedAt }) => decidedAt === null)?.id;

/** The same request under another id of the client's. */
export const withNewParam =
  (name: string) =>
  (first: Submission): Submission => ({ ...first, params: { ...first.params, [name]: newId() } });
