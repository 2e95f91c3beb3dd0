import { DAY } from "@nexby/domain/kernel/duration";
import { expect, test } from "vitest";
import { ServerTime } from "../server-time.ts";

const NOON = Date.parse("2026-06-01T12:00:00Z");
const at = (instant: number) => new Date(instant).toISOString();

/** A device whose clock is set by the test. */
function onDevice(device = NOON) {
  const time = new ServerTime(() => device);
  return {
    time,
    pass: (milliseconds: number) => {
      device += milliseconds;
    },
  };
}

test("the page's clock uses the device's time until the server reports its own, and ignores invalid times", () => {
  const { time } = onDevice();
  for (const nothing of [null, "", "soon"]) time.update(nothing);
  expect(time.now()).toBe(NOON);
});

test.each([
  ["ahead, as after a demo's clock was moved", 40 * DAY],
  ["behind, as on a device that is fast", -3 * DAY],
])("the page's clock continues from the server's time: %s", (_, ahead) => {
  const { time, pass } = onDevice();
  time.update(at(NOON + ahead));
  pass(5_000);
  expect(time.now()).toBe(NOON + ahead + 5_000);
});

test("the page's clock is not set back by a slower response but corrected by a faster one", () => {
  const { time, pass } = onDevice();
  time.update(at(NOON + DAY - 300));
  pass(1_000);
  time.update(at(NOON + DAY + 1_000 - 1_500));
  expect(time.now()).toBe(NOON + DAY + 700);
  time.update(at(NOON + DAY + 1_000 - 20));
  expect(time.now()).toBe(NOON + DAY + 980);
});

test("the page's clock counts from when the time was reported, even if it is read later", () => {
  const { time, pass } = onDevice();
  pass(3_000);
  time.update(at(NOON + DAY), NOON);
  expect(time.now()).toBe(NOON + DAY + 3_000);
});

test("the page's clock follows when the clock is moved and when the device's clock is corrected", () => {
  const { time, pass } = onDevice();
  time.update(at(NOON));
  time.update(at(NOON + 7 * DAY));
  expect(time.now()).toBe(NOON + 7 * DAY);
  pass(DAY);
  time.update(at(NOON + 7 * DAY + 10));
  expect(time.now()).toBe(NOON + 7 * DAY + 10);
});
