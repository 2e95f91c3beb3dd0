import { expect, test } from "vitest";
import { signalsOf } from "./copy.ts";

const TRUSTED = {
  emailVerifiedAt: "2026-01-01T00:00:00Z",
  phoneVerifiedAt: "2026-01-01T00:00:00Z",
  isApproved: true,
  isAdmin: false,
  suspendedAt: null,
};

test("an approved account with verified contacts has no signals", () => {
  expect(signalsOf(TRUSTED)).toEqual([]);
});

test.each([
  [{ emailVerifiedAt: null }, ["Email not verified"]],
  [{ phoneVerifiedAt: null }, ["Phone not verified"]],
  [{ isApproved: false }, ["Not approved"]],
  [{ isApproved: false, isAdmin: true }, []],
  [{ suspendedAt: "2026-02-01T00:00:00Z", phoneVerifiedAt: null }, ["Suspended", "Phone not verified"]],
])("%j has the signals %j", (facts, signals) => {
  expect(signalsOf({ ...TRUSTED, ...facts })).toEqual(signals);
});
