import { expect, test } from "vitest";
import { DAY } from "../kernel/duration.ts";
import { isRemovalDue } from "./retention.ts";

const ENDED = new Date("2026-01-10T12:00:00Z");
const after = (days: number) => new Date(ENDED.getTime() + days * DAY);
const DUE = { removedAt: after(90), retentionDays: 90, endedAt: ENDED, settledAt: after(2) };

test.each<[string, Partial<Parameters<typeof isRemovalDue>[0]>, boolean]>([
  ["on the last day of the period", {}, true],
  ["a millisecond earlier", { removedAt: new Date(after(90).getTime() - 1) }, false],
  ["of a rental that isn't over", { endedAt: null }, false],
  ["of a rental with open money", { settledAt: null }, false],
  ["before the money was settled", { settledAt: after(91) }, false],
  ["after the shortest period", { removedAt: after(30), retentionDays: 30 }, true],
  ["at the moment the money is settled", { settledAt: after(90) }, true],
  ["after a period that no admin can choose", { removedAt: after(29), retentionDays: 29 }, false],
  ["without a period", { retentionDays: Number.NaN }, false],
])("[EVID-01] the retention rule says whether removing photos is due: %s", (_, changes, isDue) => {
  expect(isRemovalDue({ ...DUE, ...changes })).toBe(isDue);
});
