import { expect, test } from "vitest";
import { OFTEN } from "./simulation/goals.fixture.ts";
import { runSimulation } from "./simulation/run-simulation.fixture.ts";
import { TransitionCoverage } from "./simulation/transition-coverage.fixture.ts";

/** `npm run prove -- bookings 600` simulates that many. Otherwise there are two simulations of three bookings. */
const BOOKINGS = Number(process.env.PROVE_AMOUNT ?? 3);
const PER_SIMULATION = Math.min(BOOKINGS, 25);
const { SEED, FIRST_SEED = 20_261_111, SEEN } = process.env;
const FIRST = Number(SEED ?? FIRST_SEED);
const SEEDS = SEED || SEEN || process.env.PROVE_AMOUNT ? [FIRST] : [FIRST, FIRST + 1];
const SIMULATIONS = SEED ? 1 : Math.ceil(BOOKINGS / PER_SIMULATION);

/**
 * A booking ends once, and there are 23 ways: fewer bookings can't take every transition often, unless they continue
 * what was seen before.
 */
const IS_LONG = (BOOKINGS >= 23 * OFTEN || SEEN !== undefined) && !SEED;
const MIN_TRANSITIONS = SEED ? 1 : 8;

test.each(SEEDS)(
  `[BOOK-01] ${BOOKINGS} simulated bookings from seed %i: after every step all books agree, nothing is overbooked, and every status follows the transition table`,
  async (first) => {
    const coverage = SEEN ? TransitionCoverage.of(SEEN) : new TransitionCoverage();
    const startedAt = performance.now();
    // Runs are random, so a few more may be needed.
    const isEnough = () =>
      finished >= SIMULATIONS && (!IS_LONG || coverage.rare(OFTEN).length === 0 || finished >= 1.5 * SIMULATIONS);
    let finished = 0;
    for (; !isEnough(); finished += 1) {
      const seed = first + finished;
      const outcome = await runSimulation(seed, PER_SIMULATION, coverage);
      coverage.add(outcome.coverage);
      if (SIMULATIONS > 1) process.stdout.write(`simulation ${seed}: ${outcome.steps} steps\n`);
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    process.stdout.write(`${finished * PER_SIMULATION} bookings in ${seconds} s\n${coverage.text()}\n`);
    if (IS_LONG) expect(coverage.rare(OFTEN)).toEqual([]);
    else expect(coverage.taken.size).toBeGreaterThanOrEqual(MIN_TRANSITIONS);
  },
  14_400_000,
);
