import { expect, test } from "vitest";
import { jobCopy } from "../components/job-report.tsx";
import { aheadCopy } from "./time-machine.tsx";

test.each([
  [0, "Same as real time"],
  [59, "Same as real time"],
  [60, "1 minute ahead of real time"],
  [3_600, "1 hour ahead of real time"],
  [7 * 86_400 + 3_661, "7 days and 1 hour ahead of real time"],
  [86_400 + 120, "1 day and 2 minutes ahead of real time"],
])("shows %i seconds as: %s", (seconds, text) => {
  expect(aheadCopy(seconds)).toBe(text);
});

test("formats a job type as text", () => {
  expect(jobCopy("expire_request")).toBe("Expire request");
});
