import {
  APPROVAL_STATUSES,
  BOOKING_PAYMENT_STATUSES,
  BOOKING_STATUSES,
  type BookingStatus,
  DEPOSIT_STATUSES,
  PAYOUT_STATUSES,
  RENTAL_STATUSES,
} from "@nexby/domain/bookings/statuses";
import {
  BOOKING_TRANSITIONS,
  type BookingActor,
  type BookingEvent,
  statusAfter,
} from "@nexby/domain/bookings/transitions";
import {
  DAMAGE_CLAIM_TRANSITIONS,
  type DamageClaimEvent,
  type DamageClaimStatus,
  damageClaimStatusAfter,
} from "@nexby/domain/damage/damage-claim-statuses";
import {
  EXTENSION_TRANSITIONS,
  type ExtensionEvent,
  type ExtensionStatus,
  extensionStatusAfter,
} from "@nexby/domain/extensions/extension-transitions";
import {
  LATE_FEE_TRANSITIONS,
  type LateFeeEvent,
  type LateFeeStatus,
  lateFeeStatusAfter,
} from "@nexby/domain/late-fees/late-fee-statuses";
import { sql } from "drizzle-orm";
import type { Db } from "../../../../platform/db/db.ts";

const EXTENSION_EVENTS = Object.keys(EXTENSION_TRANSITIONS) as ExtensionEvent[];

const KNOWN: Record<string, readonly string[]> = {
  status: BOOKING_STATUSES,
  approvalStatus: APPROVAL_STATUSES,
  paymentStatus: BOOKING_PAYMENT_STATUSES,
  rentalStatus: RENTAL_STATUSES,
  payoutStatus: PAYOUT_STATUSES,
  depositStatus: DEPOSIT_STATUSES,
};

type Row = { id: string; entity_id: string; field: string; from_status: string | null; to_status: string };
type ExtensionChange = {
  id: string;
  entity_id: string;
  from_status: ExtensionStatus;
  to_status: ExtensionStatus;
  by: BookingActor;
};
type ClaimRow = {
  id: string;
  entity_id: string;
  from_status: DamageClaimStatus;
  to_status: DamageClaimStatus;
  type: string;
};
type Event = { booking_id: string; event_type: string; by: BookingActor };

/** Situations that take more than one transition, or none. */
const SITUATIONS = [
  "an item is missing during all of a booking",
  "an item is missing at the start of a booking",
  "a booking of a missing item is refused",
  "a lost unit is available again",
  "no worker runs for 12 hours",
  "no worker runs for 36 hours",
  "no worker runs for 100 hours",
  "a lapsed deposit is authorized again",
  "a deposit is released after three renewals",
  "a rental's settlement equals the reference",
  "a cancellation's settlement equals the reference",
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Counts how often each transition happened, and reports changes that no transition allows. */
export class TransitionCoverage {
  readonly taken = new Map<string, number>();
  /** The current value of each status field according to the history. */
  readonly #now = new Map<string, string>();
  readonly #lateFees = new Map<string, LateFeeStatus>();
  #lastTransition = "00000000-0000-0000-0000-000000000000";
  #lastExtension = "00000000-0000-0000-0000-000000000000";
  #lastEvent = "00000000-0000-0000-0000-000000000000";
  #lastClaim = "00000000-0000-0000-0000-000000000000";

  /** Reads the history since the last call and returns its violations. */
  async read(db: Db): Promise<string[]> {
    const transitions = await db.execute<Row>(sql`
      select id, entity_id, field, from_status, to_status from status_transitions
      where entity_type = 'booking' and id > ${this.#lastTransition} order by id`);
    const events = await db.execute<Event & { id: string }>(sql`
      select id, booking_id, event_type, metadata->>'by' as by from rental_events where id > ${this.#lastEvent} order by id`);
    this.#lastTransition = transitions.rows.at(-1)?.id ?? this.#lastTransition;
    this.#lastEvent = events.rows.at(-1)?.id ?? this.#lastEvent;
    const before = new Map(this.#now);
    const wrong = transitions.rows.flatMap((row) => this.#applyTransition(row) ?? []);
    const extensions = await this.#readExtensions(db);
    return [
      ...wrong,
      ...this.#count(before, events.rows),
      ...this.#unrecorded(before),
      ...extensions,
      ...(await this.#readClaims(db)),
    ];
  }

  /** Every change of an extension is a transition of its table, by an actor it allows. */
  async #readExtensions(db: Db): Promise<string[]> {
    const { rows } = await db.execute<ExtensionChange>(sql`
      select t.id, t.entity_id, t.from_status, t.to_status, case
        when t.transition_type = 'system' then 'system' when t.actor_id = b.owner_id then 'owner' else 'renter' end as by
      from status_transitions t join booking_extensions e on e.id = t.entity_id join bookings b on b.id = e.booking_id
      where t.entity_type = 'extension' and t.from_status is not null and t.id > ${this.#lastExtension} order by t.id`);
    this.#lastExtension = rows.at(-1)?.id ?? this.#lastExtension;
    return rows.flatMap(({ entity_id: id, from_status: from, to_status: to, by }) => {
      const event = EXTENSION_EVENTS.find((one) => extensionStatusAfter(from, one, by) === to);
      if (!event) return [`Extension ${id} went from ${from} to ${to} by ${by}`];
      const row = extensionRow(event, from, by);
      this.taken.set(row, (this.taken.get(row) ?? 0) + 1);
      return [];
    });
  }

  /** Claims are decided by a transition of their booking, so their own history is read. */
  async #readClaims(db: Db): Promise<string[]> {
    const { rows } = await db.execute<ClaimRow>(sql`
      select id, entity_id, from_status, to_status, transition_type as type from status_transitions
      where entity_type = 'damage_claim' and id > ${this.#lastClaim} order by id`);
    this.#lastClaim = rows.at(-1)?.id ?? this.#lastClaim;
    return rows.flatMap(({ entity_id: id, from_status: from, to_status: to, type }) => {
      const actor = type === "admin" || type === "system" ? type : "renter";
      const event = CLAIM_EVENTS.find((name) => damageClaimStatusAfter(from, name, actor) === to);
      if (!event) return [`Claim ${id} went from ${from} to ${to} by ${actor}`];
      const row = `${event} ${from} ${actor}`;
      this.taken.set(row, (this.taken.get(row) ?? 0) + 1);
      return [];
    });
  }

  /** Counts a situation that no transition shows. */
  note(situation: Situation): void {
    this.taken.set(situation, this.times(situation) + 1);
  }

  /** A status never changes without an event. */
  #unrecorded(recorded: Map<string, string>): string[] {
    const statuses = [...this.#now].filter(([key]) => key.endsWith(" status"));
    return statuses.flatMap(([key, now]) =>
      recorded.get(key) === now ? [] : [`${key} is ${now}, told ${recorded.get(key)}`],
    );
  }

  #applyTransition({ entity_id, field, from_status, to_status }: Row): string | null {
    const key = `${entity_id} ${field}`;
    const before = this.#now.get(key);
    this.#now.set(key, to_status);
    const isKnown = KNOWN[field]?.includes(to_status) ?? false;
    const isNext = before === undefined || before === from_status;
    return isKnown && isNext ? null : `${field} of ${entity_id} went from ${from_status} (${before}) to ${to_status}`;
  }

  /** Every event is a transition of the table, by an actor it allows. */
  #count(before: Map<string, string>, events: readonly Event[]): string[] {
    return events.flatMap(({ booking_id: id, event_type: event, by }) => {
      if (event === "start_checkout") before.set(`${id} status`, "pending");
      if (isLateFeeEvent(event)) return this.#countLateFee(id, event, by);
      if (event === "deposit_lapsed") this.note("a lapsed deposit is authorized again");
      if (event === "unit_available") this.note("a lost unit is available again");
      if (!isTransition(event)) return [];
      const from = before.get(`${id} status`) as BookingStatus | undefined;
      const to = from && statusAfter(from, event, by);
      if (!from || !to) return [`${event} by ${by} of ${id} from ${from}`];
      before.set(`${id} status`, to);
      const row = `${event} ${from} ${by}`;
      this.taken.set(row, (this.taken.get(row) ?? 0) + 1);
      return [];
    });
  }

  /** A late fee exists from its first event on. */
  #countLateFee(id: string, event: LateFeeEvent, by: BookingActor): string[] {
    const from = this.#lateFees.get(id) ?? "calculated";
    const to = lateFeeStatusAfter(from, event, by);
    if (!to) return [`${event} by ${by} of ${id} from ${from}`];
    this.#lateFees.set(id, to);
    const row = `${event} ${from} ${by}`;
    this.taken.set(row, (this.taken.get(row) ?? 0) + 1);
    return [];
  }

  add(other: TransitionCoverage): void {
    for (const [row, times] of other.taken) this.taken.set(row, this.times(row) + times);
  }

  times = (row: string): number => this.taken.get(row) ?? 0;

  /** Transitions and situations that happened less often than this. */
  rare = (minimum: number): string[] =>
    ROWS.filter((row) => this.times(row) < minimum).map((row) => `${row}: ${this.times(row)}`);

  text = (): string => ROWS.map((row) => `${String(this.times(row)).padStart(7)}  ${row}`).join("\n");

  /** All counts in a short form, from which a simulation can be replayed. */
  counts = (): string => ROWS.map((row) => this.times(row)).join(",");

  static of(counts: string): TransitionCoverage {
    const coverage = new TransitionCoverage();
    for (const [index, times] of counts.split(",").entries()) coverage.taken.set(ROWS[index] ?? "", Number(times));
    return coverage;
  }
}

const CLAIM_EVENTS = Object.keys(DAMAGE_CLAIM_TRANSITIONS) as DamageClaimEvent[];
const isLateFeeEvent = (event: string): event is LateFeeEvent => Object.hasOwn(LATE_FEE_TRANSITIONS, event);
const isTransition = (event: string): event is BookingEvent => Object.hasOwn(BOOKING_TRANSITIONS, event);

const extensionRow = (event: string, status: string, actor: string) => `${event} extension ${status} ${actor}`;

/** Event, status before, actor. */
const ROWS: readonly string[] = [
  ...Object.entries({ ...BOOKING_TRANSITIONS, ...LATE_FEE_TRANSITIONS, ...DAMAGE_CLAIM_TRANSITIONS }).flatMap(
    ([event, { from }]) =>
      Object.entries<readonly string[]>(from).flatMap(([status, actors]) =>
        actors.map((actor) => `${event} ${status} ${actor}`),
      ),
  ),
  ...EXTENSION_EVENTS.flatMap((event) =>
    Object.entries<readonly string[]>(EXTENSION_TRANSITIONS[event].from).flatMap(([status, actors]) =>
      actors.map((actor) => extensionRow(event, status, actor)),
    ),
  ),
  ...SITUATIONS,
];
