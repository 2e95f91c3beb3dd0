import { expect, test } from "vitest";
import { runSimulation } from "./simulation/run-simulation.fixture.ts";
import { TransitionCoverage } from "./simulation/transition-coverage.fixture.ts";

/** `npm run prove -- bookings 2000` simulates that many. */
const BOOKINGS = Number(process.env.PROVE_AMOUNT ?? 5);
const PER_SIMULATION = Math.min(BOOKINGS, 25);
const FIRST_SEED = Number(process.env.SEED ?? process.env.FIRST_SEED ?? 20_261_110);
const SIMULATIONS = process.env.SEED ? 1 : Math.ceil(BOOKINGS / PER_SIMULATION);

/** From this amount on, every transition must happen often. Runs are random, so three times as many may be needed. */
const IS_LONG = BOOKINGS >= 2_000 && !process.env.SEED;
const OFTEN = 20;
const MIN_TRANSITIONS = process.env.SEED ? 1 : 8;

test(`[BOOK-01] ${BOOKINGS} simulated bookings: after every step all books agree, nothing is overbooked, and every status follows the transition table`, async () => {
  const coverage = new TransitionCoverage();
  const startedAt = performance.now();
  const isEnough = () =>
    finished >= SIMULATIONS && (!IS_LONG || coverage.rare(OFTEN).length === 0 || finished >= 3 * SIMULATIONS);
  let finished = 0;
  for (; !isEnough(); finished += 1) {
    const seed = FIRST_SEED + finished;
    const outcome = await runSimulation(seed, PER_SIMULATION);
    coverage.add(outcome.coverage);
    if (SIMULATIONS > 1) process.stdout.write(`simulation ${seed}: ${outcome.steps} steps\n`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stdout.write(`${finished * PER_SIMULATION} bookings in ${seconds} s\n${coverage.text()}\n`);
  if (IS_LONG) expect(coverage.rare(OFTEN)).toEqual([]);
  else expect(coverage.taken.size).toBeGreaterThanOrEqual(MIN_TRANSITIONS);
}, 14_400_000);
