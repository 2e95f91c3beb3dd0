import { sql } from "drizzle-orm";
import pg from "pg";
import { until } from "../../../../testing/server-process.ts";
import type { KilledMarketplace } from "./killed-marketplace.fixture.ts";

/**
 * Where a movement of money can be interrupted: the provider is about to make it, or has made it and we are about to
 * record it. A decision is interrupted while it is written.
 */
export type Point =
  | { of: "deposit" | "extension" | "late_fee" | "damage"; moment: "making" | "recording" }
  | { of: "claim"; moment: "deciding" };

/** Any number that no other lock uses. */
const FIRST_LOCK = 611_000;

/** Writes that match an armed point wait until its lock is released. */
const PAUSES = `
  create schema pauses;
  create table pauses.armed (of text not null, moment text not null, lock bigint not null);
  grant usage on schema pauses to public;
  grant select on pauses.armed to public;
  create function pauses.wait_for(reached_of text, reached_moment text) returns void language plpgsql as $$
  declare it bigint;
  begin
    for it in select lock from pauses.armed where of = reached_of and moment = reached_moment loop
      perform pg_advisory_xact_lock(it);
    end loop;
  end $$;
  create function pauses.at_provider() returns trigger language plpgsql security definer as $$
  begin
    perform pauses.wait_for(p.kind, 'making') from public.payments p where p.id::text = new.body->'metadata'->>'payment';
    return new;
  end $$;
  create trigger pause before update on card_sandbox.documents for each row
    when (new.kind = 'payment_intent' and new.body->>'status' = 'succeeded' and old.body->>'status' <> 'succeeded')
    execute function pauses.at_provider();
  create function pauses.in_payments() returns trigger language plpgsql as $$
  begin
    perform pauses.wait_for(new.kind, 'recording');
    return new;
  end $$;
  create trigger pause before update on payments for each row
    when (new.captured_cents > old.captured_cents) execute function pauses.in_payments();
  create function pauses.in_claims() returns trigger language plpgsql as $$
  begin
    perform pauses.wait_for('claim', 'deciding');
    return new;
  end $$;
  create trigger pause before update on damage_claims for each row
    when (new.status = 'decided' and old.status <> 'decided') execute function pauses.in_claims();`;

/** Stops writes at armed points and kills the server that makes them, so that each kill provably hits one in flight. */
export class Strikes {
  /** The points at which a server was killed. */
  readonly hits: string[] = [];
  readonly #market: KilledMarketplace;
  readonly #locks: pg.Client;
  #armed: (Point & { lock: number })[] = [];
  #count = 0;

  static async prepare(market: KilledMarketplace): Promise<Strikes> {
    await market.database.owner.execute(sql.raw(PAUSES));
    // Held longer than the pool lets a connection idle.
    const locks = new pg.Client({ connectionString: market.database.ownerUrl });
    await locks.connect();
    return new Strikes(market, locks);
  }

  private constructor(market: KilledMarketplace, locks: pg.Client) {
    this.#market = market;
    this.#locks = locks;
  }

  close = () => this.#locks.end();

  async arm(points: readonly Point[]): Promise<void> {
    for (const point of points) {
      this.#count += 1;
      const lock = FIRST_LOCK + this.#count;
      await this.#locks.query("select pg_advisory_lock($1)", [lock]);
      await this.#locks.query("insert into pauses.armed values ($1, $2, $3)", [point.of, point.moment, lock]);
      this.#armed.push({ ...point, lock });
    }
  }

  async #isReached({ lock }: { lock: number }): Promise<boolean> {
    const { rowCount } = await this.#locks.query(
      "select 1 from pg_locks where locktype = 'advisory' and not granted and classid = 0 and objid = $1",
      [lock],
    );
    return rowCount !== null && rowCount > 0;
  }

  /** Lets the writes go on that wait at this point. */
  async #release(point: { lock: number }): Promise<void> {
    this.#armed = this.#armed.filter((other) => other.lock !== point.lock);
    await this.#locks.query("delete from pauses.armed where lock = $1", [point.lock]);
    await this.#locks.query("select pg_advisory_unlock($1)", [point.lock]);
  }

  /** Waits until no job is due, and kills the server whose job waits at an armed point. */
  async settle(): Promise<void> {
    await until(async () => {
      for (const point of this.#armed) {
        if (point.moment !== "deciding" && (await this.#isReached(point))) await this.#strikeJob(point);
      }
      return (await this.#market.jobsLeft()) === 0;
    });
  }

  async #strikeJob(point: Point & { lock: number }): Promise<void> {
    const job = await this.#jobAt(point);
    // It may wait in a transaction of a killed server, whose job was not begun again yet.
    const server = job ? this.#market.servers.numberOf(job.pid) : -1;
    if (!job || server < 0) return;
    const { captured, made } = job;
    if (captured !== 0 || made !== (point.moment === "recording"))
      throw new Error(`${point.of} is not ${point.moment}: ${JSON.stringify(job)}`);
    await this.#kill(server, point);
  }

  async #kill(server: number, point: Point & { lock: number }): Promise<void> {
    const startSuccessor = await this.#market.servers.kill(server);
    this.hits.push(`${point.of} ${point.moment}`);
    await this.#release(point);
    await startSuccessor();
  }

  /** The running job of the payment at this point, and whether the provider and we know of the money. */
  async #jobAt({ of }: Point) {
    const { rows } = await this.#market.database.owner.execute<{ pid: number; captured: number; made: boolean }>(sql`
      select split_part(j.locked_by, ' ', 1)::int as pid, p.captured_cents as captured,
        coalesce(d.body->>'status' = 'succeeded', false) as made
      from payments p join payment_operations o on o.payment_id = p.id and o.status = 'pending'
      join scheduled_jobs j on j.payload->>'id' = o.id::text and j.status = 'running' and j.lease_until > clock_timestamp()
      left join card_sandbox.documents d on d.kind = 'payment_intent' and d.body->'metadata'->>'payment' = p.id::text
      where p.kind = ${of} and o.operation in ('charge', 'capture')`);
    return rows[0];
  }

  /** Sends a request to a server that is killed while it decides. The request must get no answer. */
  async strikeRequest(point: Point, send: (origin: string) => Promise<unknown>): Promise<void> {
    await this.arm([point]);
    const armed = this.#armed.at(-1);
    if (!armed) throw new Error("The point was armed just now");
    const answer = send(this.#market.servers.origins()[0] ?? "").then(
      () => "answered",
      () => "lost",
    );
    await until(() => this.#isReached(armed));
    await this.#kill(0, armed);
    if ((await answer) !== "lost") throw new Error("The request was answered before the kill");
  }

  /** The points that were armed and never reached. */
  get missed(): string[] {
    return this.#armed.map(({ of, moment }) => `${of} ${moment}`);
  }
}
