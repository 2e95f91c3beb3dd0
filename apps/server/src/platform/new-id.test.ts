import { afterEach, expect, test, vi } from "vitest";
import { newId } from "./ids.ts";

afterEach(() => vi.useRealTimers());

test("ids follow call order, even within a millisecond and when the clock goes back", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const ids = Array.from({ length: 10_000 }, () => newId());
  vi.setSystemTime(Date.now() - 60_000);
  ids.push(newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("ids are version 7 and contain the time", () => {
  const before = Date.now();
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBeGreaterThanOrEqual(before);
});
