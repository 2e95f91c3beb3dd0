import { startCheckout } from "@nexby/contract/bookings/checkout";
import { type QuoteView, quoteItem } from "@nexby/contract/bookings/quotes";
import { allowedActionsOf } from "@nexby/domain/bookings/actions";
import { addDays } from "@nexby/domain/kernel/calendar";
import { HOUR } from "@nexby/domain/kernel/duration";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import { newId } from "../../../../platform/ids.ts";
import { noteWorkers } from "../../../../platform/outages.ts";
import { numbersFrom, type SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import { type Owner, SimulatedMarketplace, ZONE } from "../../../../testing/bookings/simulated-marketplace.ts";
import { ACTIVE_TERMS_VERSION } from "../../../../testing/factories.ts";
import { createPricedItem } from "../../../checkout/tests/quotes.fixture.ts";
import { findBooking } from "../../bookings.queries.ts";
import { loadSnapshot } from "../../lifecycle/booking-state.ts";
import { drawBehavior, type Role } from "./behavior.fixture.ts";
import { dueWishes, type Plan } from "./lives.fixture.ts";
import { SimulatedActions } from "./simulated-actions.fixture.ts";

const ROLES: readonly Role[] = ["renter", "owner", "admin"];
const TICK_HOURS = 2;
const MAX_DAYS = 90;

/** Hours since the market opened. */
export type PlannedOutage = { fromHour: number; hours: number };

export type Outcome = {
  plan: Plan;
  id: string;
  status: string;
  cancelReason: string | null;
  /** Charged minus refunded, deposits included. */
  renterPaidCents: number;
  ownerGotCents: number;
  startsAtHour: number;
  endsAtHour: number;
  log: string[];
};

/** The same choices in every run: the middle of each range, and what is likely. */
const STEADY: SeededNumbers = {
  next: () => 0.5,
  between: (least, most) => Math.round((least + most) / 2),
  upTo: (most) => Math.ceil(most / 2),
  isHit: (probability) => probability >= 0.5,
  pick: (choices) => choices[choices.length - 1] as (typeof choices)[number],
  weighted: (choices) => choices[0]?.[0],
  shuffled: (choices) => [...choices],
};

class Follower {
  readonly plan: Plan;
  readonly id: string;
  readonly log: string[] = [];
  readonly #market: SimulatedMarketplace;
  readonly #actions: SimulatedActions;
  readonly #since = new Map<string, Date>();

  private constructor(market: SimulatedMarketplace, plan: Plan, id: string, actions: SimulatedActions) {
    this.#market = market;
    this.plan = plan;
    this.id = id;
    this.#actions = actions;
  }

  static async begin(market: SimulatedMarketplace, plan: Plan, owner: Owner): Promise<Follower> {
    const { inDays, days, card, policy: cancellationPolicy, isInstant } = plan;
    const itemId = await createPricedItem(
      market.db,
      {
        ownerId: owner.id,
        timezone: ZONE,
        dailyRateCents: plan.dailyRateCents,
        depositAmountCents: plan.depositCents,
        lateReturnFeeCents: 1_500,
        replacementValueCents: 12_000,
        cancellationPolicy,
        isInstant,
      },
      { lister: "5", renter: "3.33" },
    );
    const renter = await market.renterJoins();
    const startDate = addDays(localDateOf(await market.now(), ZONE), inDays);
    const choice = { startDate, endDate: addDays(startDate, days - 1) };
    const { price } = (await market.ask(renter, quoteItem, { itemId }, choice)).body as QuoteView;
    const started = await market.ask(
      renter,
      startCheckout,
      {},
      {
        ...choice,
        itemId,
        attemptId: newId(),
        totalCents: price?.totalCents,
        depositCents: price?.depositCents,
        policy: price?.policy,
        termsVersion: ACTIVE_TERMS_VERSION,
        acceptsTerms: true,
        acceptsLaterCharges: true,
      },
    );
    const id = (started.body as { bookingId?: string }).bookingId;
    if (started.status !== 201 || id === undefined) throw new Error(`No checkout: ${JSON.stringify(started.body)}`);
    const behavior = {
      ...drawBehavior(numbersFrom(1)),
      card,
      keepsCard: true,
      claimShare: "all",
      keptShare: "part",
    } as const;
    const actions = new SimulatedActions(market, STEADY, { renter, owner }, behavior);
    await actions.pay(id, "rental", card, renter);
    return new Follower(market, plan, id, actions);
  }

  /** Acts until nothing else is wished for now. */
  async act(): Promise<void> {
    for (let count = 0; count < 6; count += 1) if (!(await this.#actOnce())) return;
  }

  async #actOnce(): Promise<boolean> {
    const booking = await findBooking(this.#market.db, this.id);
    if (!booking) throw new Error(`Booking ${this.id} is gone`);
    const { snapshot } = await loadSnapshot(this.#market.db, booking);
    const now = await this.#market.now();
    const possible = ROLES.flatMap((role) =>
      allowedActionsOf(snapshot, role, now).map((action) => `${role} ${action}`),
    );
    for (const one of this.#since.keys()) if (!possible.includes(one)) this.#since.delete(one);
    for (const one of possible) if (!this.#since.has(one)) this.#since.set(one, now);
    const [wish] = dueWishes(this.plan, snapshot, this.#since, now);
    if (!wish) return false;
    const { status, code } = await this.#actions.attempt(booking, wish.role, wish.action, this.plan.card);
    this.log.push(`${now.toISOString()} ${booking.status}: ${wish.action} by ${wish.role} ${status} ${code}`);
    // An admin cancels once; whatever was refused is tried again at the next tick.
    return status === 200;
  }

  async outcome(openedAt: Date): Promise<Outcome> {
    const booking = await findBooking(this.#market.db, this.id);
    const { rows } = await this.#market.db.execute<{ paid: number; got: number }>(sql`
      select
        (select coalesce(sum(captured_cents - refunded_cents), 0)::int from payments where booking_id = ${this.id}) as paid,
        (select coalesce(sum(case kind when 'transfer' then amount_cents else -amount_cents end), 0)::int
          from transfers where booking_id = ${this.id} and status = 'paid') as got`);
    const hoursOf = (instant: Date | undefined) => ((instant?.getTime() ?? 0) - openedAt.getTime()) / HOUR;
    return {
      plan: this.plan,
      id: this.id,
      status: booking?.status ?? "gone",
      cancelReason: booking?.cancelReason ?? null,
      renterPaidCents: rows[0]?.paid ?? 0,
      ownerGotCents: rows[0]?.got ?? 0,
      startsAtHour: hoursOf(booking?.startAt),
      endsAtHour: hoursOf(booking?.endAt),
      log: this.log,
    };
  }
}

/** Lives these bookings to the last cent, with all workers stopped for a while, or never. */
export async function liveThrough(plans: readonly Plan[], outage: PlannedOutage | null): Promise<Outcome[]> {
  const market = await SimulatedMarketplace.start(numbersFrom(7));
  try {
    for (const owner of market.owners) await market.onboard(owner);
    await market.run();
    const openedAt = await market.now();
    const followers: Follower[] = [];
    for (const [index, plan] of plans.entries())
      followers.push(await Follower.begin(market, plan, market.owners[index % market.owners.length] as Owner));
    let isDown = false;
    const setDown = async (isStopping: boolean) => {
      if (isDown === isStopping) return;
      isDown = isStopping;
      await noteWorkers(market.db);
      // Steps of the clock while workers run are no outages.
      if (!isDown) await market.db.execute(sql`delete from worker_beats`);
    };
    for (let hour = 0; hour < MAX_DAYS * 24; hour += TICK_HOURS) {
      await setDown(outage !== null && hour >= outage.fromHour && hour < outage.fromHour + outage.hours);
      await market.deliver();
      if (!isDown) await market.run();
      for (const follower of followers) await follower.act();
      await market.pass(TICK_HOURS * HOUR, !isDown);
      if (!isDown && hour % 24 === 0) {
        await market.findMissed();
        await market.resume();
        if (await market.isSettled()) break;
      }
    }
    const open = await market.db.execute<{ id: string }>(sql`select id from bookings where settled_at is null`);
    for (const { id } of open.rows) throw new Error(`${id} is not settled:\n${await market.rowsOf(id)}`);
    await market.money.expectBalanced();
    return await Promise.all(followers.map((follower) => follower.outcome(openedAt)));
  } finally {
    await market.close();
  }
}
