import { expect, test } from "vitest";
import { CourseTable } from "./courses/course-table.fixture.ts";
import { playTown } from "./courses/play-town.fixture.ts";

const FIRST_SEED = Number(process.env.FIRST_SEED ?? 20_261_101);
const PER_TOWN = 25;
/** `npm run prove:bookings -- 2000` plays that many, and asks that each row of the table of moves was taken often. */
const COURSES = Number(process.env.COURSES ?? 100);
const IS_LONG = COURSES >= 2_000;
const OFTEN = 20;

/** All seeds, or the one to be replayed. */
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Math.ceil(COURSES / PER_TOWN) }, (_, index) => FIRST_SEED + index);

test(`[BOOK-01] ${COURSES} random lives of bookings: after every step all books agree, nothing is overbooked, no status but by the tables`, async () => {
  const table = new CourseTable();
  const begin = performance.now();
  for (const seed of seeds) {
    const { taken, steps } = await playTown(seed, PER_TOWN);
    table.add(taken);
    if (IS_LONG) process.stdout.write(`town ${seed}: ${steps} steps\n`);
  }
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  process.stdout.write(`${seeds.length * PER_TOWN} lives in ${seconds} s\n${table.text()}\n`);
  if (IS_LONG) expect(table.rare(OFTEN)).toEqual([]);
  else expect(table.taken.size).toBeGreaterThan(process.env.SEED ? 0 : 15);
}, 7_200_000);
