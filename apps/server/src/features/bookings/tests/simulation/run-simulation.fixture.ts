import { HOUR } from "@nexby/domain/kernel/duration";
import { numbersFrom, type SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import { SimulatedMarketplace } from "../../../../testing/bookings/simulated-marketplace.ts";
import { releaseExpiredHolds } from "../../../inventory/commands/release-units.ts";
import { type Goals, goalsOf } from "./goals.fixture.ts";
import { tryMissingUnits } from "./missing-units.fixture.ts";
import { SimulatedBooking } from "./simulated-booking.fixture.ts";
import { SimulationChecks } from "./simulation-checks.fixture.ts";
import { TransitionCoverage } from "./transition-coverage.fixture.ts";

const PATIENCE_TURNS = 200;
const MAX_TURNS = 400;
const MAX_ROUNDS = 60;

const FAULTS = ["no_answer", "no_answer_after_success", "server_error", "server_error_kept", "rate_limit", "conflict"];

/** Hours in which no worker runs, each once in every simulation. */
const OUTAGES = [12, 36, 100] as const;
const LAST_OUTAGE_TURN = 60;

type Outcome = { coverage: TransitionCoverage; steps: number };

/**
 * Runs this many overlapping bookings that begin within a few days, until all of their money is settled. People act so
 * as to reach transitions that were rarely seen so far.
 */
export async function runSimulation(seed: number, bookings: number, seen: TransitionCoverage): Promise<Outcome> {
  const random = numbersFrom(seed);
  const market = await SimulatedMarketplace.start(random);
  const simulation = new Simulation(market, random, goalsOf(seen, bookings, random));
  try {
    await simulation.run();
    return { coverage: simulation.coverage, steps: simulation.steps };
  } catch (error) {
    const log = await simulation.logOf(String(error));
    throw new Error(
      `SEED=${seed} SEEN=${seen.counts()} replays it, after ${simulation.steps} steps.\n${error}\n${log}`,
    );
  } finally {
    await market.close();
  }
}

class Simulation {
  readonly coverage = new TransitionCoverage();
  steps = 0;
  readonly #market: SimulatedMarketplace;
  readonly #random: SeededNumbers;
  readonly #goals: readonly Goals[];
  readonly #checks: SimulationChecks;
  #open: SimulatedBooking[] = [];
  /** While false no job runs until time has passed again, so people can act before the system does. */
  #isWorkerAwake = true;
  readonly #all: SimulatedBooking[] = [];
  /** The turns at which outages begin that are still to come. */
  readonly #outages: { turn: number; hours: (typeof OUTAGES)[number] }[];
  #outageEnds: Date | null = null;
  /** Some goals take two bookings. */
  #begun = 0;

  /** One booking for each of these goals. */
  constructor(market: SimulatedMarketplace, random: SeededNumbers, goals: readonly Goals[]) {
    this.#market = market;
    this.#random = random;
    this.#goals = goals;
    this.#checks = new SimulationChecks(market, this.coverage);
    this.#outages = OUTAGES.map((hours) => ({ hours, turn: random.between(4, LAST_OUTAGE_TURN) }));
  }

  async run(): Promise<void> {
    for (let turn = 0; this.#open.length > 0 || this.#begun < this.#goals.length; turn += 1) {
      if (turn > MAX_TURNS) throw new Error(`${this.#open.map(({ id }) => id)} do not end`);
      await this.#beginBookings();
      for (const booking of this.#random.shuffled(this.#open)) {
        if (this.#random.isHit(0.75)) await this.#step(() => this.#takeAction(booking));
        // People also answer each other at once, before a deadline of hours ends.
        while (this.#open.includes(booking) && this.#random.isHit(0.4))
          await this.#step(() => this.#takeAction(booking));
      }
      for (const booking of this.#all) await booking.simulateBank();
      // An admin ends bookings that wait for a person who never acts.
      if (turn > PATIENCE_TURNS) for (const booking of this.#open) await booking.end();
      await this.#step(() => this.#timePasses(turn));
    }
    await this.#settle();
    await this.#checks.checkEnd();
  }

  /** The actions and rows of the bookings that an error names. */
  async logOf(error: string): Promise<string> {
    const bookings = this.#all.filter(({ id }) => error.includes(id));
    const logs = bookings.map(async ({ id, done }) => [...done, await this.#market.rowsOf(id)].join("\n  "));
    return (await Promise.all(logs)).join("\n");
  }

  /** After each action the worker and the webhooks usually run, and the checks always do. */
  async #step(action: () => Promise<boolean>): Promise<void> {
    if (this.#random.isHit(0.08)) await this.#injectFault();
    if (!(await action())) return;
    this.steps += 1;
    if (this.#random.isHit(0.85)) await this.#workerRuns();
    if (this.#random.isHit(0.6)) await this.#market.deliver();
    if (this.#random.isHit(0.6)) await this.#workerRuns();
    await this.#checks.check();
  }

  async #workerRuns(): Promise<void> {
    if (this.#isWorkerAwake) await this.#market.run();
  }

  async #injectFault(): Promise<void> {
    if (this.#random.isHit(0.3)) {
      await this.#market.sandbox.control("faults", { kind: "webhook_dropped", times: "2" });
      return;
    }
    const kind = this.#random.pick(FAULTS);
    await this.#market.sandbox.control("faults", {
      kind,
      milliseconds: "20",
      method: this.#random.pick(["POST", "GET"]),
    });
  }

  async #beginBookings(): Promise<void> {
    for (let tries = this.#random.between(0, 3); tries > 0; tries -= 1) {
      const goals = this.#goals[this.#begun];
      if (!goals) return;
      await this.#step(async () => {
        const own = numbersFrom(this.#random.between(1, 2 ** 31));
        const bookings = await SimulatedBooking.begin(this.#market, own, goals);
        if (bookings.length > 0) this.#begun += 1;
        this.#open.push(...bookings);
        this.#all.push(...bookings);
        return bookings.length > 0;
      });
    }
  }

  async #takeAction(booking: SimulatedBooking): Promise<boolean> {
    const done = await booking.step();
    if (done === "over") this.#open = this.#open.filter((other) => other !== booking);
    return done === "acted";
  }

  /** All workers stop at a random moment, and people go on. Every open booking is in that situation. */
  async #beginOutage(turn: number): Promise<void> {
    const now = await this.#market.now();
    if (this.#outageEnds !== null && this.#outageEnds <= now) this.#outageEnds = null;
    const next = this.#outages.findIndex((outage) => outage.turn <= turn);
    const [outage] = this.#outageEnds === null && next >= 0 ? this.#outages.splice(next, 1) : [];
    if (!outage) return;
    this.#outageEnds = new Date(now.getTime() + outage.hours * HOUR);
    for (const _ of this.#open) this.coverage.note(`no worker runs for ${outage.hours} hours`);
  }

  async #timePasses(turn: number): Promise<boolean> {
    await this.#beginOutage(turn);
    const isOutage = this.#outageEnds !== null;
    const { next, weighted, isHit } = this.#random;
    // Short steps while checkouts begin, long ones later.
    const isEarly = turn < 12;
    const hours =
      weighted([
        [next() * 0.4, isEarly ? 6 : 1],
        [1 + next() * 4, 4],
        [5 + next() * 13, isEarly ? 1 : 5],
      ]) ?? 1;
    this.#isWorkerAwake = !isOutage && isHit(isEarly ? 0.8 : 0.65);
    await this.#market.pass(hours * HOUR, this.#isWorkerAwake);
    if (!isOutage) await this.#runRecurringJobs();
    if (isHit(0.3)) await tryMissingUnits(this.#market, this.#random, this.coverage);
    return true;
  }

  async #runRecurringJobs(): Promise<void> {
    await releaseExpiredHolds(this.#market.db);
    await this.#market.resume();
    if (this.#random.isHit(0.3)) await this.#market.findMissed();
  }

  /** No more faults: banks decide, the last owner onboards, and days pass without user actions. */
  async #settle(): Promise<void> {
    await this.#market.sandbox.control("faults", {}, "DELETE");
    for (const owner of this.#market.owners) await this.#market.onboard(owner);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      for (const booking of this.#all) await booking.decideDisputes();
      await this.#market.deliver();
      await this.#market.findMissed();
      await this.#market.resume();
      await this.#market.payGivenUpRefunds();
      await this.#market.pass(12 * HOUR, true);
      await this.#checks.check();
      if (round > 4 && (await this.#market.isSettled())) return;
    }
  }
}
