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

test("is the device's own until the server has said it, and what is no time changes nothing", () => {
  const { time } = onDevice();
  for (const nothing of [null, "", "soon"]) time.hear(nothing);
  expect(time.now()).toBe(NOON);
});

test.each([
  ["ahead, as after a demo's clock was moved", 40 * DAY],
  ["behind, as on a device that is fast", -3 * DAY],
])("goes on from what the server said: %s", (_, ahead) => {
  const { time, pass } = onDevice();
  time.hear(at(NOON + ahead));
  pass(5_000);
  expect(time.now()).toBe(NOON + ahead + 5_000);
});

test("is not put back by an answer that was longer on its way, and is put on by one that was shorter", () => {
  const { time, pass } = onDevice();
  time.hear(at(NOON + DAY - 300));
  pass(1_000);
  time.hear(at(NOON + DAY + 1_000 - 1_500));
  expect(time.now()).toBe(NOON + DAY + 700);
  time.hear(at(NOON + DAY + 1_000 - 20));
  expect(time.now()).toBe(NOON + DAY + 980);
});

test("counts from when it was said, if that is heard of later", () => {
  const { time, pass } = onDevice();
  pass(3_000);
  time.hear(at(NOON + DAY), NOON);
  expect(time.now()).toBe(NOON + DAY + 3_000);
});

test("follows when the clock is moved, and when the device's own is set right", () => {
  const { time, pass } = onDevice();
  time.hear(at(NOON));
  time.hear(at(NOON + 7 * DAY));
  expect(time.now()).toBe(NOON + 7 * DAY);
  pass(DAY);
  time.hear(at(NOON + 7 * DAY + 10));
  expect(time.now()).toBe(NOON + 7 * DAY + 10);
});
