import { type ReservationView, startCheckout } from "@nexby/contract/bookings/checkout";
import { type QuoteView, quoteItem } from "@nexby/contract/bookings/quotes";
import { allowedActionsOf, type BookingAction } from "@nexby/domain/bookings/actions";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import { isOver } from "@nexby/domain/bookings/statuses";
import { isClaimSettled } from "@nexby/domain/damage/damage-collection";
import { addDays } from "@nexby/domain/kernel/calendar";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { isLateFeeSettled } from "@nexby/domain/late-fees/late-fee-collection";
import { newId } from "../../../../platform/ids.ts";
import type { Booking } from "../../../../schema/bookings.ts";
import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import {
  type Item,
  type Person,
  type SimulatedMarketplace,
  ZONE,
} from "../../../../testing/bookings/simulated-marketplace.ts";
import { ACTIVE_TERMS_VERSION } from "../../../../testing/factories.ts";
import { roleIn } from "../../bookings.policy.ts";
import { findBooking } from "../../bookings.queries.ts";
import { loadSnapshot } from "../../lifecycle/booking-state.ts";
import { type Behavior, GOOD_CARDS, type Role, weightOf } from "./behavior.fixture.ts";
import { type Goals, lateRenter, planFor } from "./goals.fixture.ts";
import { SimulatedActions } from "./simulated-actions.fixture.ts";

const ROLES: readonly Role[] = ["renter", "owner", "admin"];

type Offer = readonly [Role, BookingAction];

/** A random booking from checkout to its final status, driven by the behavior of its renter and owner. */
export class SimulatedBooking {
  readonly #market: SimulatedMarketplace;
  readonly #random: SeededNumbers;
  readonly #behavior: Behavior;
  readonly #actions: SimulatedActions;
  readonly #id: string;
  /** A log for failure messages. */
  readonly done: string[];

  private constructor(market: SimulatedMarketplace, random: SeededNumbers, checkout: UnfinishedCheckout) {
    this.#market = market;
    this.#random = random;
    this.#behavior = checkout.behavior;
    this.#actions = checkout.actions;
    this.#id = checkout.id;
    this.done = [checkout.logLine];
  }

  get id() {
    return this.#id;
  }

  /** The booking, and the late rental before it if that is the plan. None when the dates are not available. */
  static async begin(market: SimulatedMarketplace, random: SeededNumbers, goals: Goals): Promise<SimulatedBooking[]> {
    const { followsLateReturn, ...plan } = planFor(goals, market.items, random);
    if (!followsLateReturn) return SimulatedBooking.#checkOut(market, random, { ...plan, goals, quantity: null });
    const { item, behavior } = plan;
    const daysAhead = random.between(1, 2);
    const all = { item, nights: 0, quantity: item.units, goals };
    const next = { ...all, behavior, daysAhead: daysAhead + 1 };
    if (!(await checkoutOf(market, random, next, await market.renterJoins()))) return [];
    const late = { ...all, behavior: lateRenter(followsLateReturn.hours, random), daysAhead };
    const first = await SimulatedBooking.#checkOut(market, random, late);
    return first.length > 0 ? [...first, ...(await SimulatedBooking.#checkOut(market, random, next))] : [];
  }

  static async #checkOut(
    market: SimulatedMarketplace,
    random: SeededNumbers,
    plan: CheckoutPlan,
  ): Promise<SimulatedBooking[]> {
    const { item, behavior, goals } = plan;
    const renter = await market.renterJoins();
    const actions = new SimulatedActions(market, random, { renter, owner: item.owner }, behavior);
    const checkout = await checkoutOf(market, random, plan, renter);
    if (!checkout) return [];
    const { price, body } = checkout;
    const response = await market.ask(renter, startCheckout, {}, body);
    if (response.status === 409) return [];
    if (response.status !== 201) throw new Error(`The checkout answered ${JSON.stringify(response)}`);
    const { bookingId: id } = response.body as ReservationView;
    const { commissionPercent } = item;
    const hasGoodCard = GOOD_CARDS.includes(behavior.card);
    market.agreements.set(id, { price, commissionPercent, hasGoodCard, feeDecisions: [], damageCents: 0 });
    const logLine = `${id} ${JSON.stringify({ ...body, itemId: undefined, card: behavior.card, goals })}`;
    if (behavior.paysAtOnce) await payAtOnce(market, () => actions.pay(id, "rental", behavior.card, renter));
    return [new SimulatedBooking(market, random, { id, behavior, actions, logLine })];
  }

  async #load(): Promise<{ booking: Booking; snapshot: BookingSnapshot; now: Date }> {
    const booking = await findBooking(this.#market.db, this.#id);
    if (!booking) throw new Error(`Booking ${this.#id} is gone`);
    const { snapshot } = await loadSnapshot(this.#market.db, booking);
    return { booking, snapshot, now: await this.#market.now() };
  }

  /** Takes one of the actions that are allowed now, or none. */
  async step(): Promise<"acted" | "idle" | "over"> {
    const { booking, snapshot, now } = await this.#load();
    const random = this.#random;
    const isWaiting = this.#behavior.findsUnit && allowedActionsOf(snapshot, "owner", now).includes("mark_available");
    if (isOver(booking.status) && isLateFeeSettled(snapshot.lateFee) && isClaimSettled(snapshot.claim) && !isWaiting)
      return "over";
    const before = this.done.length;
    // Owners do not see a booking before it is requested.
    const known = ROLES.filter((role) => role !== "owner" || roleIn(booking, booking.ownerId) !== null);
    const offers: Offer[] = known.flatMap((role) =>
      allowedActionsOf(snapshot, role, now).map((action) => [role, action] as const),
    );
    if (snapshot.fraud === "in_review" && random.isHit(0.3)) {
      this.done.push("review");
      await this.#actions.decideAboutFraud(booking);
    } else if (random.isHit(0.03)) await this.#attemptForbidden(booking, offers);
    else if (random.isHit(0.01)) await this.#atOnce(booking, offers);
    else await this.#actByBehavior(booking, snapshot, now, offers);
    return this.done.length > before ? "acted" : "idle";
  }

  async #actByBehavior(
    booking: Booking,
    snapshot: BookingSnapshot,
    now: Date,
    offers: readonly Offer[],
  ): Promise<void> {
    const all = offers.map((offer) => [offer, weightOf(this.#behavior, offer, snapshot, now)] as const);
    const weighted = all.filter(([, weight]) => weight > 0);
    if (weighted.length > 1 && this.#random.isHit(0.1))
      return this.#atOnce(
        booking,
        weighted.map(([offer]) => offer),
      );
    const idle = [null, 0.6] as const;
    const choice = this.#random.weighted<Offer | null>([...weighted, idle]);
    if (!choice) return;
    const [role, action] = choice;
    this.done.push(`${now.toISOString()} ${booking.status}: ${action} by ${role}`);
    await this.#actions.act(booking, role, action, this.#nextCard());
    if (action === "hand_over") await this.#disputeHandoff();
  }

  /** Later, it would be too late for most renters. */
  async #disputeHandoff(): Promise<void> {
    const { booking, snapshot, now } = await this.#load();
    if (!this.#behavior.objects || !allowedActionsOf(snapshot, "renter", now).includes("object_to_handover")) return;
    this.done.push(`${now.toISOString()} ${booking.status}: object_to_handover by renter`);
    await this.#actions.act(booking, "renter", "object_to_handover", this.#nextCard());
  }

  async #atOnce(booking: Booking, offers: readonly Offer[]): Promise<void> {
    if (offers.length < 2) return;
    const pair = this.#random.shuffled(offers).slice(0, 2);
    this.done.push(`at once: ${JSON.stringify(pair)}`);
    await this.#actions.atOnce(booking, pair, this.#nextCard());
  }

  async #attemptForbidden(booking: Booking, offers: readonly Offer[]): Promise<void> {
    const role = this.#random.pick(ROLES);
    const action = this.#random.pick([
      "approve",
      "decline",
      "hand_over",
      "approve_extension",
      "submit_return",
      "close",
      "resolve",
    ] as const);
    if (offers.some(([other, it]) => other === role && it === action)) return;
    this.done.push(`in vain: ${action} by ${role}`);
    await this.#actions.attemptForbidden(booking, role, action);
  }

  /** Usually a good card after a declined one. */
  #nextCard = () => (!this.#behavior.keepsCard && this.#random.isHit(0.7) ? "pm_card_visa" : this.#behavior.card);

  /** A bank opens a chargeback, sends a fraud warning, or decides a dispute. */
  async simulateBank(): Promise<void> {
    const random = this.#random;
    const charge = random.isHit(this.#behavior.disputes) ? await this.#chargeToDispute() : null;
    if (charge) {
      const event = random.isHit(0.8) ? "dispute" : "fraud_warning";
      this.done.push(`${event} of ${charge}`);
      await this.#market.sandbox.control(`charges/${charge}/${event}`);
    }
    if (!this.#behavior.isBankSlow && random.isHit(0.15)) await this.decideDisputes();
  }

  async decideDisputes(): Promise<void> {
    for (const dispute of await this.#market.openDisputes(this.#id)) {
      const verdict = this.#random.pick(["won", "lost"]);
      this.done.push(`${dispute} ${verdict}`);
      await this.#market.sandbox.control(`disputes/${dispute}/close`, { verdict });
    }
  }

  async #chargeToDispute(): Promise<string | null> {
    const charges = await this.#market.disputableCharges(this.#id);
    return charges.length > 0 ? this.#random.pick(charges) : null;
  }

  /** An admin cancels the booking, resolves the claim or decides the late fee. */
  async end(): Promise<void> {
    const { booking, snapshot, now } = await this.#load();
    const actions = allowedActionsOf(snapshot, "admin", now);
    const action = (["decide_late_fee", "give_up_deposit", "resolve", "cancel"] as const).find((one) =>
      actions.includes(one),
    );
    if (!action) return;
    this.done.push(`the end: ${action}`);
    await this.#actions.act(booking, "admin", action, "pm_card_visa");
  }
}

type UnfinishedCheckout = { id: string; behavior: Behavior; actions: SimulatedActions; logLine: string };
type CheckoutPlan = {
  item: Item;
  behavior: Behavior;
  goals: Goals;
  daysAhead: number;
  nights: number;
  /** Null for any. */
  quantity: number | null;
};

async function checkoutOf(market: SimulatedMarketplace, random: SeededNumbers, plan: CheckoutPlan, renter: Person) {
  const { item, daysAhead, nights } = plan;
  const startDate = addDays(localDateOf(await market.now(), ZONE), daysAhead);
  const choice = {
    startDate,
    endDate: addDays(startDate, nights),
    quantity: plan.quantity ?? random.upTo(item.units),
    hasInsurance: random.isHit(0.3),
    ...(item.isDelivered && { destination: "12.3 miles" }),
  };
  const response = await market.ask(renter, quoteItem, { itemId: item.id }, choice);
  const { price, isBookable } = response.body as QuoteView;
  if (response.status !== 200 || !price || !isBookable) return null;
  const body = {
    ...choice,
    itemId: item.id,
    attemptId: newId(),
    totalCents: price.totalCents,
    depositCents: price.depositCents,
    policy: price.policy,
    termsVersion: ACTIVE_TERMS_VERSION,
    acceptsTerms: true,
    acceptsLaterCharges: true,
    message: random.isHit(0.3) ? "See you then" : "",
  };
  return { price, body };
}

/** Retries while the provider is unavailable: the booking exists and can still be paid. */
async function payAtOnce(market: SimulatedMarketplace, pay: () => Promise<{ status: number }>): Promise<void> {
  while ((await pay()).status === 503) await market.pass(MINUTE, true);
}
