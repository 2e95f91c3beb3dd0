import { expect, it } from "vitest";
import { ownerRecordCopy } from "../rental-labels.ts";

it.each([
  [0, 0, null],
  [2, 0, null],
  [3, 0, "Hasn’t canceled a rental in the last year"],
  [1, 1, "Canceled 1 of 1 rental in the last year"],
  [12, 1, "Canceled 1 of 12 rentals in the last year"],
  [1200, 3, "Canceled 3 of 1,200 rentals in the last year"],
])("%d rentals with %d canceled are described as: %s", (agreedCount, canceledCount, text) =>
  expect(ownerRecordCopy({ agreedCount, canceledCount })).toBe(text),
);
