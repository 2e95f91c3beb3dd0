import { expect, test } from "vitest";
import { nextCodeAt } from "./verification-codes.ts";

const at = (time: string) => new Date(`2026-05-01T${time}Z`);

test("the first code can be sent immediately", () => {
  expect(nextCodeAt([])).toBeNull();
});

test("the next code can be sent a minute after the last", () => {
  expect(nextCodeAt([at("09:00:00"), at("10:00:00")])).toEqual(at("10:01:00"));
});

test("after five codes, the next can be sent a day after the first of them", () => {
  const five = ["08:00:00", "10:00:00", "11:00:00", "09:00:00", "10:30:00"].map(at);
  expect(nextCodeAt(five)).toEqual(new Date("2026-05-02T08:00:00Z"));
  expect(nextCodeAt(five.slice(1))).toEqual(at("11:01:00"));
  expect(nextCodeAt([...five, at("07:00:00")])).toEqual(new Date("2026-05-02T08:00:00Z"));
});

test("after five codes, the next still waits a minute after the last", () => {
  const five = [new Date("2026-04-30T10:00:30Z"), ...["01:00:00", "02:00:00", "03:00:00", "10:00:00"].map(at)];
  expect(nextCodeAt(five)).toEqual(at("10:01:00"));
});
