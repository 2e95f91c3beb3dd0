import type { ApprovalView } from "@nexby/contract/accounts/approval";
import { expect, test } from "vitest";
import { nextStepOf } from "./approval.tsx";

const NOW = Date.parse("2026-11-19T12:00:00Z");
const APPROVAL: ApprovalView = {
  isApproved: false,
  steps: [],
  isAutomatic: false,
  waitingSince: null,
  usualHours: 24,
};
const stepFor = (changes: Partial<ApprovalView>) => nextStepOf({ ...APPROVAL, ...changes }, NOW);

test.each<[ApprovalView["steps"], string, string, string]>([
  [["email", "phone_number"], "your email address and a phone number", "email and phone", "/verify-contact?send=email"],
  [["email", "phone"], "your email address and your phone number", "email and phone", "/verify-contact?send=email"],
  [["email"], "your email address", "email", "/verify-contact?send=email"],
  [["phone_number"], "a phone number", "phone", "/verify-contact"],
  [["phone"], "your phone number", "phone", "/verify-contact"],
])("an account with the open steps %j is asked to verify %s", (steps, contacts, label, path) => {
  expect(stepFor({ steps })).toEqual({
    text: `Verify ${contacts} to rent and list items. Then we’ll review your account, usually within 24 hours.`,
    action: { label: `Verify ${label}`, path },
  });
  expect(stepFor({ steps, isAutomatic: true })?.text).toBe(
    `Verify ${contacts} to rent and list items. We’ll approve your account right away.`,
  );
});

test("a verified account learns since when it waits and how long that usually takes", () => {
  const step = stepFor({ waitingSince: "2026-11-18T12:00:00Z", usualHours: 24 });
  expect(step?.text).toMatch(
    /^We’ve had your account for review since Nov 18, 2026, .+\. We’ll answer by email, usually within 24 hours\.$/,
  );
  expect(step?.action).toBeNull();
});

test("an account that waits longer than usual learns that, with a link to support", () => {
  const step = stepFor({ waitingSince: "2026-11-18T11:59:59Z" });
  expect(step?.text).toMatch(/It’s taking longer than usual\.$/);
  expect(step?.action).toEqual({ label: "Contact us", path: "/help-center" });
});

test("an approved account has no next step", () => {
  expect(stepFor({ isApproved: true })).toBeNull();
});
