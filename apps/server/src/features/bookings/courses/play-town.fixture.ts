import { CourseWorld } from "../../../testing/course-world.ts";
import { numbersFrom, type SeededNumbers } from "../../../testing/seeded-numbers.ts";
import { sweepExpiredHolds } from "../../inventory/public.ts";
import { BookingCourse } from "./booking-course.fixture.ts";
import { CourseChecks } from "./course-checks.fixture.ts";
import { CourseTable } from "./course-table.fixture.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PATIENCE_TURNS = 200;
const MOST_TURNS = 400;
const MOST_ROUNDS = 60;

const FAULTS = ["no_answer", "no_answer_after_success", "server_error", "server_error_kept", "rate_limit", "conflict"];

/** So many bookings that begin within a few days and live beside each other, until all of their money is at rest. */
export async function playTown(seed: number, lives: number): Promise<{ taken: CourseTable; steps: number }> {
  const random = numbersFrom(seed);
  const world = await CourseWorld.start(random);
  const town = new Town(world, random, lives);
  try {
    await town.play();
    return { taken: town.table, steps: town.steps };
  } catch (error) {
    const story = await town.storyOf(String(error));
    throw new Error(`SEED=${seed} replays it, after ${town.steps} steps.\n${error}\n${story}`);
  } finally {
    await world.close();
  }
}

class Town {
  readonly table = new CourseTable();
  steps = 0;
  readonly #world: CourseWorld;
  readonly #random: SeededNumbers;
  readonly #lives: number;
  readonly #checks: CourseChecks;
  #open: BookingCourse[] = [];
  /** Else no job runs until time has passed again: whoever is there may be quicker than the system. */
  #isWorkerAwake = true;
  readonly #all: BookingCourse[] = [];

  constructor(world: CourseWorld, random: SeededNumbers, lives: number) {
    this.#world = world;
    this.#random = random;
    this.#lives = lives;
    this.#checks = new CourseChecks(world, this.table);
  }

  async play(): Promise<void> {
    for (let turn = 0; this.#open.length > 0 || this.#all.length < this.#lives; turn += 1) {
      if (turn > MOST_TURNS) throw new Error(`${this.#open.map(({ id }) => id)} do not end`);
      await this.#somebodyBegins();
      for (const course of this.#random.shuffled(this.#open)) {
        if (this.#random.isHit(0.75)) await this.#step(() => this.#courseActs(course));
      }
      for (const course of this.#all) await course.bankActs();
      // Whoever waits for somebody who never comes is helped in the end.
      if (turn > PATIENCE_TURNS) for (const course of this.#open) await course.end();
      await this.#step(() => this.#timePasses(turn));
    }
    await this.#comeToRest();
    await this.#checks.lookAtTheEnd();
  }

  /** What happened to those an error names. */
  async storyOf(error: string): Promise<string> {
    const named = this.#all.filter(({ id }) => error.includes(id));
    const stories = named.map(async ({ id, done }) => [...done, await this.#world.rowsOf(id)].join("\n  "));
    return (await Promise.all(stories)).join("\n");
  }

  /** After whatever was done: usually the worker and the provider are awake, and in any case all must be well. */
  async #step(act: () => Promise<boolean>): Promise<void> {
    if (this.#random.isHit(0.08)) await this.#somethingGoesWrong();
    if (!(await act())) return;
    this.steps += 1;
    if (this.#random.isHit(0.85)) await this.#workerRuns();
    if (this.#random.isHit(0.6)) await this.#world.deliver();
    if (this.#random.isHit(0.6)) await this.#workerRuns();
    await this.#checks.look();
  }

  async #workerRuns(): Promise<void> {
    if (this.#isWorkerAwake) await this.#world.run();
  }

  async #somethingGoesWrong(): Promise<void> {
    if (this.#random.isHit(0.3)) {
      await this.#world.sandbox.control("faults", { kind: "webhook_dropped", times: "2" });
      return;
    }
    const kind = this.#random.pick(FAULTS);
    await this.#world.sandbox.control("faults", {
      kind,
      milliseconds: "20",
      method: this.#random.pick(["POST", "GET"]),
    });
  }

  async #somebodyBegins(): Promise<void> {
    for (let tries = this.#random.between(0, 3); tries > 0 && this.#all.length < this.#lives; tries -= 1) {
      await this.#step(async () => {
        const own = numbersFrom(this.#random.between(1, 2 ** 31));
        const course = await BookingCourse.begin(this.#world, own, await this.#world.renterJoins());
        if (!course) return false;
        this.#open.push(course);
        this.#all.push(course);
        return true;
      });
    }
  }

  async #courseActs(course: BookingCourse): Promise<boolean> {
    const done = await course.step();
    if (done === "over") this.#open = this.#open.filter((other) => other !== course);
    return done === "acted";
  }

  async #timePasses(turn: number): Promise<boolean> {
    const { next, weighted, isHit } = this.#random;
    // While checkouts begin, hours count; later days do.
    const isEarly = turn < 12;
    const hours =
      weighted([
        [next() * 0.4, isEarly ? 6 : 1],
        [1 + next() * 4, 4],
        [5 + next() * 13, isEarly ? 1 : 5],
      ]) ?? 1;
    this.#isWorkerAwake = isHit(isEarly ? 0.8 : 0.65);
    await this.#world.pass(hours * HOUR_MS, this.#isWorkerAwake);
    await sweepExpiredHolds(this.#world.db);
    await this.#world.money.resume();
    if (isHit(0.3)) await this.#world.findMissed();
    return true;
  }

  /** Faults are over, banks decide, the last owner can be paid, and days pass in which nobody does anything. */
  async #comeToRest(): Promise<void> {
    await this.#world.sandbox.control("faults", {}, "DELETE");
    for (const owner of this.#world.owners) await this.#world.onboard(owner);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const course of this.#all) await course.decideDisputes();
      await this.#world.deliver();
      await this.#world.findMissed();
      await this.#world.money.resume();
      await this.#world.pass(12 * HOUR_MS, true);
      await this.#checks.look();
      if (round > 4 && (await this.#world.isAtRest())) return;
    }
  }
}
