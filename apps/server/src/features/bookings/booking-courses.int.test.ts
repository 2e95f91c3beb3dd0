import { expect, test } from "vitest";
import { CourseTable } from "./courses/course-table.fixture.ts";
import { playTown } from "./courses/play-town.fixture.ts";

const FIRST_SEED = Number(process.env.FIRST_SEED ?? 20_261_101);
const PER_TOWN = 25;
/**
 * `npm run prove:bookings -- 2000` plays that many, and goes on, up to three times as many, until each row of the table
 * of moves was taken often: which moves a life takes is chance.
 */
const COURSES = Number(process.env.COURSES ?? 100);
const IS_LONG = COURSES >= 2_000;
const OFTEN = 20;

/** Those to be played in any case, or the one to be replayed. */
const towns = process.env.SEED ? 1 : Math.ceil(COURSES / PER_TOWN);
const firstSeed = Number(process.env.SEED ?? FIRST_SEED);

test(`[BOOK-01] ${COURSES} random lives of bookings: after every step all books agree, nothing is overbooked, no status but by the tables`, async () => {
  const table = new CourseTable();
  const begin = performance.now();
  const isEnough = () => played >= towns && (!IS_LONG || table.rare(OFTEN).length === 0 || played >= 3 * towns);
  let played = 0;
  for (; !isEnough(); played += 1) {
    const seed = firstSeed + played;
    const { taken, steps } = await playTown(seed, PER_TOWN);
    table.add(taken);
    if (IS_LONG) process.stdout.write(`town ${seed}: ${steps} steps\n`);
  }
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  process.stdout.write(`${played * PER_TOWN} lives in ${seconds} s\n${table.text()}\n`);
  if (IS_LONG) expect(table.rare(OFTEN)).toEqual([]);
  else expect(table.taken.size).toBeGreaterThan(process.env.SEED ? 0 : 15);
}, 14_400_000);
