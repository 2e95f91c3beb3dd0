import { isOver, requestPaymentStatusFor, requestStatusFor } from "@nexby/domain/bookings/statuses";
import { SETTLED_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { eq, type SQL, sql } from "drizzle-orm";
import { PaymentProblem } from "../../../../adapters/payments/payments.port.ts";
import { bookingRequests, bookings } from "../../../../schema/bookings.ts";
import type { SimulatedMarketplace } from "../../../../testing/bookings/simulated-marketplace.ts";
import { findLedgerViolations } from "../../../ledger/ledger-checks.ts";
import { DepositHoldChecks } from "./deposit-holds.fixture.ts";
import { findPaidForMissingUnits, noteMissedBookings } from "./missing-units.fixture.ts";
import { findWrongSettlements } from "./settlements.fixture.ts";
import type { TransitionCoverage } from "./transition-coverage.fixture.ts";

const STATUSES = {
  booking: {
    id: bookings.id,
    version: bookings.version,
    status: bookings.status,
    approvalStatus: bookings.approvalStatus,
    paymentStatus: bookings.paymentStatus,
    rentalStatus: bookings.rentalStatus,
    payoutStatus: bookings.payoutStatus,
    depositStatus: bookings.depositStatus,
    depositCents: bookings.depositCents,
  },
  request: { status: bookingRequests.status, paymentStatus: bookingRequests.paymentStatus },
};
const REQUEST_OF_BOOKING = eq(bookingRequests.bookingId, bookings.id);

type Booking = Pick<typeof bookings.$inferSelect, keyof (typeof STATUSES)["booking"]>;

/** Jobs that give up while the provider is failing; a resume restarts them within the hour. */
const RESUMED = ["run_payment_operation", "run_refund", "run_transfer"];
const APPROVED = ["approved", "scheduled", "in_possession"];

/** Invariants that hold after every step. Each check returns its violations. */
/** The booking's units but those of some returns. What only the renter marked keeps its booked days. */
const unitsLeft = (returned: SQL) =>
  sql`b.quantity - (select coalesce(sum(units), 0) from unit_returns where booking_id = b.id and (${returned}))`;

export class SimulationChecks {
  readonly #market: SimulatedMarketplace;
  readonly #coverage: TransitionCoverage;
  readonly #holds = new DepositHoldChecks();
  #checkedAt = new Date(0);
  readonly #versions = new Map<string, number>();

  constructor(market: SimulatedMarketplace, coverage: TransitionCoverage) {
    this.#market = market;
    this.#coverage = coverage;
  }

  async check(): Promise<void> {
    const wrong = [
      ...this.#failedJobs(),
      ...(await this.#coverage.read(this.#market.db)),
      ...(await this.#unmatchedMovements()),
      ...(await this.#ledger()),
      ...(await this.#overbooked()),
      ...(await this.#wrongExtensions()),
      ...(await this.#outOfSync()),
      ...(await this.#wronglyDisputed()),
      ...(await this.#stuck()),
      ...(await this.#holds.find(this.#market, this.#coverage)),
    ];
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
  }

  /** Invariants that hold when no more work is scheduled. */
  async checkEnd(): Promise<void> {
    await this.check();
    const wrong = [
      ...(await this.#unsettled()),
      ...(await this.#unposted()),
      ...(await this.#leftOpen()),
      ...(await this.#unexpectedlyRetained()),
      ...(await this.#unproven()),
      ...(await this.#wrongLateFees()),
      ...(await this.#wrongClaims()),
      ...(await findPaidForMissingUnits(this.#market)),
      ...(await findWrongSettlements(this.#market, this.#coverage)),
    ];
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    await noteMissedBookings(this.#market, this.#coverage);
  }

  /** Every late return has a fee that ended, and what it charged is what the card and the deposit paid. */
  async #wrongLateFees(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      with fees as (
        select f.*, b.late_fee_cents, f.capped_fee_cents - f.waived_cents as owed, paid.cents as paid,
          coalesce(paid.is_charged_back, false) as is_charged_back
        from late_fees f join bookings b on b.id = f.booking_id, lateral (
          select bool_or(p.status = 'charged_back') as is_charged_back, coalesce(sum(p.captured_cents - (
            select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.status <> 'refused')), 0) as cents
          from payments p where p.booking_id = f.booking_id and p.kind = 'late_fee') paid
      )
      select format('The late fee of %s is still %s', booking_id, status) as wrong from fees
      where status in ('calculated', 'disputed')
      union all
      select format('%s of %s were charged as a late fee, %s by card and %s from the deposit', charged_cents, booking_id, paid,
        deposit_cents) from fees where not is_charged_back and charged_cents <> paid + deposit_cents
      union all
      select format('%s of %s are owed, not %s', owed, booking_id, late_fee_cents) from fees where owed <> late_fee_cents
      union all
      select format('%s was returned late without a fee', id) from bookings b
      where returned_at > end_at + (price_breakdown->'lateFee'->>'gracePeriodHours')::int * interval '1 hour'
        and not exists (select 1 from late_fees f where f.booking_id = b.id)`);
    return rows.map(({ wrong }) => wrong);
  }

  /** Every claim has ended. What it collected is what card and deposit paid, and never more than was decided. */
  async #wrongClaims(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      with claims as (
        select c.*, b.damage_cents, b.status as booking_status, c.deposit_cents + c.card_cents as decided,
          coalesce(paid.cents, 0) as paid, coalesce(kept.cents, 0) as kept, b.claim_cents,
          greatest(b.deposit_cents, (b.price_breakdown->>'damageLimitCents')::int,
            case when c.named_at is not null then (b.price_breakdown->'loss'->>'valueCents')::int end) as limit_cents
        from damage_claims c join bookings b on b.id = c.booking_id
        left join lateral (select sum(captured_cents) as cents from payments p
          where p.booking_id = c.booking_id and p.kind = 'damage') paid on true
        left join lateral (select sum(e.amount_cents) as cents
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where e.booking_id = c.booking_id and t.kind = 'deposit_to_owner' and t.source_key like '%damage%'
            and e.account = 'deposit_liability') kept on true
        where c.status <> 'withdrawn'
      )
      select format('The claim of %s is still %s', booking_id, status) as wrong from claims
      where status not in ('charged', 'dismissed', 'uncollectible')
      union all
      select format('%s of %s were decided, not %s', decided, booking_id, damage_cents) from claims
      where decided <> damage_cents or decided > least(limit_cents, claim_cents)
      union all
      select format('%s of %s were collected, %s by card and %s from the deposit', collected_cents, booking_id, paid, kept)
      from claims where collected_cents <> paid + kept or paid > card_cents
        or (status = 'charged') <> (collected_cents = decided and decided > 0)
      union all
      select format('The lost item of %s came back, but %s', c.booking_id, c.status) from damage_claims c
      join bookings b on b.id = c.booking_id
      where c.status = 'withdrawn' and (c.damage_type <> 'lost' or c.deposit_cents + c.card_cents + c.collected_cents > 0
        or b.returned_at is null or c.payment_id is not null)`);
    return rows.map(({ wrong }) => wrong);
  }

  /** Renters' receipts have a photo or a code, owners' claims a photo, and no report was written for anyone. */
  async #unproven(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      select format('%s was received without a photo or code', b.id) as wrong
      from bookings b join rental_events e on e.booking_id = b.id
      where e.event_type = 'hand_over' and e.metadata->>'by' = 'renter' and cardinality(b.renter_checkout_photos) = 0
        and not exists (
          select 1 from rental_events c where c.booking_id = b.id and c.event_type = 'pickup_confirmed_by_code')
      union all
      select format('Damage of %s was claimed without a photo', b.id)
      from bookings b join rental_events e on e.booking_id = b.id
      where e.event_type = 'claim_damage' and e.metadata->>'by' = 'owner' and b.returned_at is not null
        and not exists (select 1 from damage_photos p where p.booking_id = b.id)
        and not exists (select 1 from damage_claims c where c.booking_id = b.id and c.damage_type = 'lost' and c.status <> 'withdrawn')
      union all
      select format('Nobody sent report %s', r.id) from booking_condition_reports r
      where not exists (select 1 from evidence_links l where l.subject_id = r.id and l.author_role = r.by_role)`);
    return rows.map(({ wrong }) => wrong);
  }

  /** Jobs may fail only because of the provider. */
  #failedJobs(): string[] {
    const failures = this.#market.money.failures.splice(0);
    return failures.filter((error) => !isProviderError(error)).map((error) => `A job failed: ${describe(error)}`);
  }

  async #ledger(): Promise<string[]> {
    const since = this.#checkedAt;
    this.#checkedAt = await this.#market.now();
    const violations = await findLedgerViolations(this.#market.db, { since });
    return violations.map((violation) => `The ledger: ${JSON.stringify(violation)}`);
  }

  /**
   * Every posted amount equals its movement at the provider. A movement without a posting may have a webhook pending.
   */
  async #unmatchedMovements(): Promise<string[]> {
    const { rows } = await this.#market.sandbox.sandboxDb.execute<{ wrong: string }>(sql`
      with moved as (
        select id, net from card_sandbox.balance_transactions where account = ''
      ), posted as (
        select substr(t.source_key, 9) as id, sum(e.amount_cents) as net
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe_balance'
        where t.source_key like 'balance:%' group by t.source_key
      )
      select format('%s moved %s, posted %s', coalesce(m.id, p.id), m.net, p.net) as wrong
      from moved m full join posted p using (id) where m.id is null or (p.id is not null and m.net <> p.net)`);
    return rows.map(({ wrong }) => wrong);
  }

  async #unposted(): Promise<string[]> {
    const { rows } = await this.#market.sandbox.sandboxDb.execute<{ wrong: string }>(sql`
      select format('%s %s of %s was never posted', type, net, source) as wrong
      from card_sandbox.balance_transactions b where account = ''
        and not exists (select 1 from ledger_transactions t where t.source_key = 'balance:' || b.id)`);
    const { violations } = await this.#market.sandbox.control<{ violations: string[] }>("invariants", {}, "GET");
    return [...rows.map(({ wrong }) => wrong), ...violations];
  }

  /** Holds never exceed the stock, except for late returns, and every approved booking has its hold. */
  async #overbooked(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      with live as (
        select h.* from inventory_holds h
        where released_at is null and not forced and (expires_at is null or expires_at > app_now())
      )
      select format('%s units of %s are taken at %s, of %s', sum(other.quantity), i.id, live.start_time, i.quantity_total)
        as wrong
      from live join items i on i.id = live.listing_id
      join live other on other.listing_id = live.listing_id and other.start_time <= live.start_time
        and other.end_time + i.turnaround_minutes * interval '1 minute' > live.start_time
      group by live.id, live.start_time, i.id, i.quantity_total having sum(other.quantity) > i.quantity_total
      union all
      select format('%s %s has no units of its own', b.status, b.id) from bookings b
      where b.status = any(${sql.param(APPROVED)}::text[]) and not exists (
        select 1 from inventory_holds h where h.booking_id = b.id and h.released_at is null and h.expires_at is null
          and h.quantity in (${unitsLeft(sql`true`)}, ${unitsLeft(sql`by_role = 'owner' or confirmed_at is not null`)})
          and (h.forced or b.rental_status <> 'overdue')
          and (not h.forced or b.status = 'in_possession' and b.end_at <= app_now()))
      union all
      select format('%s %s still has units', b.status, b.id) from bookings b
      where b.status in ('declined', 'expired', 'canceled') and exists (
        select 1 from inventory_holds h where h.booking_id = b.id and h.released_at is null)
      union all
      select format('%s %s keeps units beyond its end', b.status, b.id) from bookings b
      where b.status = 'closed' and exists (
        select 1 from inventory_holds h where h.booking_id = b.id and h.released_at is null
          and (h.expires_at is null or h.end_time > b.closed_at)
          and (b.returned_at is not null or isfinite(h.end_time)) and not exists (
            select 1 from damage_claims c where c.booking_id = b.id and c.damage_type = 'lost' and c.status <> 'withdrawn'))`);
    return rows.map(({ wrong }) => wrong);
  }

  /**
   * The booking's price and end include approved extensions only, and its units the open one, too. The ledger knows an
   * extension's capture from the rental's.
   */
  async #wrongExtensions(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      with extended as (
        select b.*, r.price_parts as agreed,
          coalesce(sum((e.price_breakdown->>'totalCents')::int) filter (where e.status = 'approved'), 0) as added_cents,
          coalesce(sum((e.price_breakdown->>'days')::int) filter (where e.status = 'approved'), 0) as added_days,
          max(e.end_at) filter (where e.status = 'approved') as agreed_end,
          max(e.end_at) filter (where e.status in ('draft', 'requested')) as open_end
        from bookings b join booking_requests r on r.booking_id = b.id
        join booking_extensions e on e.booking_id = b.id group by b.id, r.price_parts
      )
      select format('%s costs %s instead of %s', id, total_cents, (agreed->>'totalCents')::int + added_cents) as wrong
      from extended where total_cents <> (agreed->>'totalCents')::int + added_cents
        or (price_breakdown->>'totalCents')::int <> total_cents
        or (price_breakdown->>'days')::int <> (agreed->>'days')::int + added_days
        or total_cents <> (select sum((line->>'amountCents')::int) from jsonb_array_elements(price_breakdown->'lines') line)
      union all
      select format('%s ends at %s instead of %s', id, end_at, agreed_end) from extended where agreed_end <> end_at
      union all
      select format('%s holds units until %s', x.id, h.end_time) from extended x
      join inventory_holds h on h.booking_id = x.id and h.released_at is null and not h.forced
      where x.status = 'in_possession' and h.end_time <> coalesce(x.open_end, x.end_at)
      union all
      select format('Extension payment %s of %s %s is %s', p.id, e.status, e.id, p.status)
      from booking_extensions e join payments p on p.id = e.payment_id
      where (p.captured_cents > 0) and e.status <> 'approved'
      union all
      select format('Extension payment %s is posted as %s', p.id, t.kind)
      from payments p join ledger_transactions t on t.source_key = 'balance:' || p.provider_movement_id
      where (p.kind = 'extension') <> (t.kind = 'extension')`);
    return rows.map(({ wrong }) => wrong);
  }

  async #outOfSync(): Promise<string[]> {
    const { db } = this.#market;
    const all = await db.select(STATUSES).from(bookings).innerJoin(bookingRequests, REQUEST_OF_BOOKING);
    const changed = all.filter(({ booking }) => this.#versions.get(booking.id) !== booking.version);
    return changed.flatMap(({ booking, request }) => {
      this.#versions.set(booking.id, booking.version);
      const expected = {
        status: requestStatusFor(booking.status, booking.approvalStatus !== "draft"),
        paymentStatus: requestPaymentStatusFor(booking.paymentStatus),
      };
      const { status, paymentStatus } = request;
      const isInSync = status === expected.status && paymentStatus === expected.paymentStatus;
      const found = isInSync ? [] : [`Request ${status}/${paymentStatus} of ${describeBooking(booking)}`];
      return [...found, ...contradictions(booking)];
    });
  }

  /** `isDisputed` changes in the same transaction as what it says; a bank's dispute is followed by a job. */
  async #wronglyDisputed(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      select format('%s %s is disputed: %s', b.status, b.id, b.is_disputed) as wrong
      from bookings b left join late_fees f on f.booking_id = b.id
      where b.is_disputed <> (b.status = 'damaged_admin_review' or coalesce(f.status = 'disputed', false)
        or b.status in ('approved', 'scheduled') and (b.no_show_contested_at is not null or b.handover_objected_at is not null))`);
    return rows.map(({ wrong }) => wrong);
  }

  /** Every pending provider request has a job, or its job gave up less than half an hour ago. */
  async #stuck(): Promise<string[]> {
    const hasJob = (id: SQL, createdAt: SQL) => sql`exists (
      select 1 from scheduled_jobs j where j.payload->>'id' = ${id}::text and (j.status in ('pending', 'running')
        or j.status = 'failed' and ${createdAt} > app_now() - interval '30 minutes'))`;
    const { rows } = await this.#market.db.execute<{ wrong: string }>(sql`
      select format('job %s of %s %s: %s', job_type, entity_type, entity_id, last_error) as wrong
      from scheduled_jobs where status = 'failed' and job_type <> all(${sql.param(RESUMED)}::text[])
      union all
      select format('%s of payment %s has no job', operation, payment_id) from payment_operations o
      where status = 'pending' and not ${hasJob(sql`o.id`, sql`o.created_at`)}
      union all
      select format('refund %s has no job', id) from refunds r
      where status = 'decided' and not ${hasJob(sql`r.id`, sql`r.created_at`)}
      union all
      select format('transfer %s has no job', id) from transfers t
      where status = 'pending' and not ${hasJob(sql`t.id`, sql`t.created_at`)}`);
    return rows.map(({ wrong }) => wrong);
  }

  /** Bookings that need an admin: chargebacks took so much that the balance can't pay the owner. */
  async #needAdmin(): Promise<Set<string>> {
    const { rows } = await this.#market.db.execute<{ id: string }>(sql`
      select b.id from bookings b join ledger_entries e on e.booking_id = b.id and e.account = 'owner_payable'
      where b.payout_status = 'failed' and exists (
        select from transfers t where t.booking_id = b.id and t.failure_reason = 'balance_insufficient')
      group by b.id
      having -sum(e.amount_cents) > (select sum(amount_cents) from ledger_entries where account = 'stripe_balance')`);
    return new Set(rows.map(({ id }) => id));
  }

  async #unsettled(): Promise<string[]> {
    const { db } = this.#market;
    const needAdmin = await this.#needAdmin();
    const all = await db.select().from(bookings);
    const open = all.filter(
      ({ id, status, settledAt }) => !needAdmin.has(id) && (!isOver(status) || settledAt === null),
    );
    const { rows } = await db.execute<{ wrong: string }>(sql`
      select format('%s of booking %s has %s left', account, booking_id, sum(amount_cents)) as wrong from ledger_entries
      where account = any(${sql.param([...SETTLED_ACCOUNTS])}::text[])
        and booking_id <> all(${sql.param([...needAdmin])}::uuid[])
      group by account, booking_id having sum(amount_cents) <> 0`);
    return [...open.map((booking) => `Not settled: ${describeBooking(booking)}`), ...rows.map(({ wrong }) => wrong)];
  }

  /** The renter pays what the cancellation preview showed, or nothing if the card declined the charge. */
  async #unexpectedlyRetained(): Promise<string[]> {
    const { rows } = await this.#market.db.execute<{ booking_id: string; kept: number; charged_back: boolean }>(sql`
      select booking_id, sum(captured_cents - refunded_cents)::int as kept, bool_or(status = 'charged_back') as charged_back
      from payments where kind = 'rental' group by booking_id`);
    const needAdmin = await this.#needAdmin();
    return rows.flatMap(({ booking_id: id, kept, charged_back: isChargedBack }) => {
      const preview = needAdmin.has(id) ? undefined : this.#market.shownAsKept.get(id);
      const isAsPreviewed =
        !preview || isChargedBack || kept === preview.keptCents || (preview.isCharged && kept === 0);
      return isAsPreviewed ? [] : [`${preview.keptCents} of ${id} were to be kept, and ${kept} are`];
    });
  }

  /** No authorization is left open. */
  async #leftOpen(): Promise<string[]> {
    const { items } = await this.#market.money.payments.listOpenAuthorizations();
    return items.map(({ id, paymentId }) => `${id} of payment ${paymentId} is still authorized`);
  }
}

const isProviderError = (error: unknown): boolean =>
  error instanceof PaymentProblem ||
  (error instanceof Error && (error.name === "UnknownObject" || isProviderError(error.cause)));

const describe = (error: unknown) =>
  error instanceof Error ? `${error.stack} ${error.cause ?? ""}` : JSON.stringify(error);

const describeBooking = (booking: Booking): string => {
  const { id, status, approvalStatus, paymentStatus, rentalStatus, payoutStatus, depositStatus } = booking;
  return JSON.stringify({ id, status, approvalStatus, paymentStatus, rentalStatus, payoutStatus, depositStatus });
};

/** Statuses of one booking that cannot be true together. */
function contradictions(booking: Booking): string[] {
  const { status, approvalStatus, paymentStatus, rentalStatus, payoutStatus, depositStatus, depositCents } = booking;
  const isApproved = ["approved", "scheduled"].includes(status);
  const isHandedOver = ["in_possession", "return_submitted", "damaged_admin_review"].includes(status);
  const wrong = [
    status === "pending" && approvalStatus !== "draft" && approvalStatus !== "pending_owner",
    status === "declined" && approvalStatus !== "denied",
    status === "expired" && approvalStatus !== "expired",
    (isApproved || isHandedOver || status === "closed") && approvalStatus !== "approved",
    isHandedOver && !["captured", "disputed", "charged_back"].includes(paymentStatus),
    status === "in_possession" && !["active", "overdue"].includes(rentalStatus),
    status === "closed" && !["completed", "lost"].includes(rentalStatus),
    !isOver(status) && !["not_started", "on_hold"].includes(payoutStatus),
    (depositCents === 0) !== (depositStatus === "not_required"),
    isOver(status) && depositStatus === "action_required",
  ].flatMap((isWrong, index) => (isWrong ? [index] : []));
  return wrong.map((rule) => `Contradiction ${rule} of ${describeBooking(booking)}`);
}
