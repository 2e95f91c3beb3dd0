import type { ProfileView } from "@nexby/contract/profile";
import { expect, test } from "vitest";
import { mattersOf } from "./attention.ts";

const DONE = {
  firstName: "Robin",
  lastName: "Vale",
  email: "robin@nexby.example",
  termsAcceptedAt: "2026-01-01T00:00:00.000Z",
  phoneNumber: "+12015550123",
  city: "Maplewood",
  state: "NJ",
  isAdmin: false,
  isApproved: true,
  emailVerifiedAt: "2026-01-01T00:00:00.000Z",
  phoneVerifiedAt: "2026-01-01T00:00:00.000Z",
} as ProfileView;

const titlesFor = (changes: Partial<ProfileView>) => mattersOf({ ...DONE, ...changes }).map(({ title }) => title);

test("nothing needs attention when all is done", () => expect(mattersOf(DONE)).toEqual([]));

test("approval is waited for, but not by administrators", () => {
  expect(titlesFor({ isApproved: false })).toEqual(["Waiting for approval"]);
  expect(titlesFor({ isApproved: false, isAdmin: true })).toEqual([]);
});

test("what is missing of the profile is named", () => {
  const [matter] = mattersOf({ ...DONE, phoneNumber: null, city: null });
  expect(matter).toMatchObject({ topic: "profile", text: "To list items, add: Phone number, City." });
});

test("contacts are verified that exist", () => {
  expect(titlesFor({ emailVerifiedAt: null })).toEqual(["Verify your email address"]);
  expect(titlesFor({ phoneVerifiedAt: null })).toEqual(["Verify your phone number"]);
  expect(titlesFor({ emailVerifiedAt: null, phoneVerifiedAt: null })).toEqual([
    "Verify your email address and phone number",
  ]);
  expect(titlesFor({ phoneNumber: null, phoneVerifiedAt: null })).toEqual(["Complete your profile"]);
});
