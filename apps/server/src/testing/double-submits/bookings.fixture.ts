import * as commands from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { type CheckoutRequest, payBooking } from "@nexby/contract/bookings/checkout";
import { digitsShown } from "../../features/bookings/tests/rentals.fixture.ts";
import { newId } from "../../platform/ids.ts";
import { browserOf } from "../bookings/test-payments.ts";
import type { Member } from "../people/members.ts";
import { once, type Scenarios, type Submission, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

type Sender = Pick<Member, "headers">;

/** A request about a booking. */
export const about = (bookingId: string, { headers }: Sender, body: object = {}): Submission => ({
  headers,
  params: { bookingId },
  body,
});

/** From checkout to the handoff. */
export function bookingScenarios(world: World): Scenarios {
  const { here, item, as, request, reserve, requested, approved, scheduled, reach, settle, admin } = world;
  const renter = () => here().renter;
  const owner = () => here().owner;

  const suggestionFor = async (member: Member, bookingId: string) => {
    const { plannedTimes } = await as(member, getBooking, bookingId);
    const plan = plannedTimes.find(({ kind }) => kind === "pickup");
    const { date, time } = plan?.suggestions.find(({ at }) => at !== plan.at && at !== plan.proposal?.at) ?? {};
    return { kind: "pickup", date, time, proposalId: plan?.proposal?.id ?? null };
  };
  const awaitingApproval = async () => (await requested(await item())).id;
  const awaitingPickup = async (terms: Parameters<typeof item>[0] = {}) => (await scheduled(terms, { inDays: 5 })).id;
  /** An hour after its start. */
  const started = async (terms: Parameters<typeof item>[0] = {}) => {
    const { id, startAt } = await scheduled(terms, { inDays: 2 });
    await reach(startAt, 1.5);
    return id;
  };
  const handedOver = async () => {
    const id = await started();
    await as(owner(), commands.markHandedOver, id, {});
    return id;
  };
  const disputed = async () => {
    const id = await handedOver();
    await as(renter(), commands.disputeHandoff, id, { reason: "I have nothing" });
    await settle(id);
    return id;
  };
  const moved = async () => {
    const id = await awaitingPickup();
    await as(renter(), commands.proposeTime, id, await suggestionFor(renter(), id));
    return id;
  };

  return {
    startCheckout: twice(
      "Another checkout of the same item replaces the renter's unpaid one and its units",
      async () => ({ headers: renter().headers, body: await request(await item()) }),
      (first) => ({ ...first, body: { ...(first.body as CheckoutRequest), attemptId: newId() } }),
    ),
    payBooking: once(async () => {
      // Their first payment, so that each round creates a customer at the provider.
      const newcomer = await world.joinAsRenter();
      const { bookingId } = await reserve(await request(await item()), newcomer);
      return about(bookingId, newcomer, { kind: "rental" });
    }),
    syncBookingPayment: once(async () => {
      const { bookingId } = await reserve(await request(await item()));
      const { payment } = await as(renter(), payBooking, bookingId, {});
      await browserOf(world.payments()).confirm(payment?.clientSecret ?? "", "pm_card_visa");
      return { headers: renter().headers, params: { bookingId } };
    }),
    approveBooking: once(async () => about(await awaitingApproval(), owner(), { message: "Gladly" })),
    declineBooking: once(async () => about(await awaitingApproval(), owner(), { reason: "It is broken" })),
    cancelBooking: once(async () => {
      const id = await awaitingPickup({ depositAmountCents: 5_000 });
      const { refundCents } = await as(renter(), commands.previewCancellation, id);
      return about(id, renter(), { refundCents });
    }),
    proposeTime: once(async () => {
      const id = await awaitingPickup();
      return about(id, renter(), await suggestionFor(renter(), id));
    }),
    confirmTime: once(async () => about((await approved(await item(), { inDays: 5 })).id, owner())),
    keepTime: once(async () => about(await moved(), owner(), { kind: "pickup" })),
    setHandoffInstructions: once(async () =>
      about(await awaitingPickup(), owner(), { instructions: "The gate code is on the mailbox" }),
    ),
    renewHandoffCode: once(async () => ({ headers: owner().headers, params: { bookingId: await awaitingPickup() } })),
    enterHandoffCode: once(async () => {
      const id = await started({ depositAmountCents: 5_000 });
      const { key } = await as(owner(), commands.showHandoffCode, id);
      return about(id, renter(), { kind: "pickup", code: digitsShown(key) });
    }),
    markHandedOver: once(async () => about(await started(), owner())),
    disputeHandoff: once(async () => about(await handedOver(), renter(), { reason: "I have nothing" })),
    upholdHandoff: once(async () => about(await disputed(), await admin(), { reason: "By the photos" })),
    rejectHandoff: once(async () => about(await disputed(), await admin(), { reason: "By the messages" })),
    reportNoShow: once(async () => about(await started(), owner())),
    contestNoShow: once(async () => {
      const id = await started();
      await as(owner(), commands.reportNoShow, id, {});
      return about(id, renter(), { reason: "I was there" });
    }),
  };
}
