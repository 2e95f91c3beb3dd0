import type { ProfileView } from "@nexby/contract/accounts/profile";
import { describe, expect, test } from "vitest";
import { landingPaths } from "./hero.tsx";
import { reasonCopyOf } from "./recommendations.tsx";
import { toDosOf } from "./to-dos.ts";

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

const titlesFor = (changes: Partial<ProfileView>) => toDosOf({ ...DONE, ...changes }).map(({ title }) => title);

test("the to-do list is empty when everything is done", () => expect(toDosOf(DONE)).toEqual([]));

test("the to-do list mentions a pending approval, except for admins", () => {
  expect(titlesFor({ isApproved: false })).toEqual(["Waiting for approval"]);
  expect(titlesFor({ isApproved: false, isAdmin: true })).toEqual([]);
  const actionOf = (changes: Partial<ProfileView>) => toDosOf({ ...DONE, isApproved: false, ...changes })[0]?.action;
  expect(actionOf({})).toBeNull();
  expect(actionOf({ phoneVerifiedAt: null })).toEqual({ label: "Verify email and phone", path: "/verify-contact" });
  expect(titlesFor({ isApproved: false, emailVerifiedAt: null })).toEqual(["Waiting for approval"]);
});

test("the home page names missing profile fields", () => {
  const [toDo] = toDosOf({ ...DONE, phoneNumber: null, city: null });
  expect(toDo).toMatchObject({ topic: "profile", text: "To list items, add: Phone number, City." });
});

test("the to-do list asks to verify only contacts that exist", () => {
  expect(titlesFor({ emailVerifiedAt: null })).toEqual(["Verify your email address"]);
  expect(titlesFor({ phoneVerifiedAt: null })).toEqual(["Verify your phone number"]);
  expect(titlesFor({ emailVerifiedAt: null, phoneVerifiedAt: null })).toEqual([
    "Verify your email address and phone number",
  ]);
  expect(titlesFor({ phoneNumber: null, phoneVerifiedAt: null })).toEqual(["Complete your profile"]);
});

test("the to-do list puts bookings first: requests that need a reply, then current rentals", () => {
  const none = { upcoming: 0, active: 0, past: 3, canceled: 1 };
  const toDosFor = (counts: Parameters<typeof toDosOf>[1]) =>
    toDosOf(DONE, counts).map(({ title, text, action }) => [title, text, action?.path]);
  expect(toDosFor({ renter: none, owner: none, requests: 0 })).toEqual([]);
  expect(toDosFor({ renter: { ...none, active: 1 }, owner: { ...none, upcoming: 2 }, requests: 2 })).toEqual([
    ["2 requests need a reply", "Requests expire if you don’t reply in time.", "/booking-requests"],
    ["Your bookings", "1 item with you and 2 coming up.", "/my-bookings"],
  ]);
  expect(toDosFor({ renter: none, owner: { ...none, active: 1 }, requests: 0 })).toEqual([
    ["Your bookings", "1 item rented out.", "/my-bookings?as=owner"],
  ]);
});

describe("landing page links", () => {
  test("landing page links lead directly to the page for a signed-in user", () => {
    const paths = landingPaths(true);
    expect(paths.browse).toBe("/browse");
    expect(paths.search("tent & tarp")).toBe("/browse?search=tent%20%26%20tarp");
    expect(paths.category("yard-games")).toBe("/browse?category=yard-games");
  });

  test("landing page links lead a visitor through sign-in", () => {
    const paths = landingPaths(false);
    expect(paths.browse).toBe("/auth?returnTo=%2Fbrowse");
    expect(paths.search("tent")).toBe("/auth?returnTo=%2Fbrowse%3Fsearch%3Dtent");
    expect(paths.category("yard-games")).toBe("/auth?returnTo=%2Fbrowse%3Fcategory%3Dyard-games");
  });
});

test("the home page explains why an item is recommended", () => {
  const because = { id: "1", title: "Two-person kayak" };
  expect(reasonCopyOf({ reason: "viewed", because })).toBe("Because you viewed Two-person kayak");
  expect(reasonCopyOf({ reason: "favorite", because })).toBe("Because you saved Two-person kayak");
  expect(reasonCopyOf({ reason: "booked", because })).toBe("Because you booked Two-person kayak");
  expect(reasonCopyOf({ reason: "near", because: null })).toBe("Popular near you");
  expect(reasonCopyOf({ reason: "popular", because: null })).toBe("Popular on Nexby");
});
