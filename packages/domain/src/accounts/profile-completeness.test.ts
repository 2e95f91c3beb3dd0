import { describe, expect, test } from "vitest";
import { missingProfileInformation, type ProfileFacts } from "./profile-completeness.ts";

const COMPLETE: ProfileFacts = {
  firstName: "Robin",
  lastName: "Vale",
  email: "robin@nexby.example",
  termsAcceptedAt: "2026-01-01T00:00:00.000Z",
  phoneNumber: "+12015550123",
  city: "Maplewood",
  state: "NJ",
};

const FOR_BOTH = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "Email address"],
  ["termsAcceptedAt", "Terms acceptance"],
] as const;
const FOR_LISTING = [
  ["phoneNumber", "Phone number"],
  ["city", "City"],
  ["state", "State"],
] as const;

describe("[VAL-07] profile completeness", () => {
  test("a complete profile lacks nothing", () => {
    expect(missingProfileInformation(COMPLETE, "renting")).toEqual([]);
    expect(missingProfileInformation(COMPLETE, "listing")).toEqual([]);
    expect(missingProfileInformation({ ...COMPLETE, termsAcceptedAt: new Date(0) }, "renting")).toEqual([]);
  });

  test.each(FOR_BOTH)("%s is needed for both", (field, label) => {
    for (const value of [null, "", "  "]) {
      expect(missingProfileInformation({ ...COMPLETE, [field]: value }, "renting")).toEqual([label]);
      expect(missingProfileInformation({ ...COMPLETE, [field]: value }, "listing")).toEqual([label]);
    }
  });

  test.each(FOR_LISTING)("%s is needed for listing only", (field, label) => {
    expect(missingProfileInformation({ ...COMPLETE, [field]: null }, "renting")).toEqual([]);
    expect(missingProfileInformation({ ...COMPLETE, [field]: null }, "listing")).toEqual([label]);
  });

  test("everything that is missing is named, in the order of the form", () => {
    const nothing = Object.fromEntries(Object.keys(COMPLETE).map((field) => [field, null])) as ProfileFacts;
    expect(missingProfileInformation(nothing, "renting")).toEqual(FOR_BOTH.map(([, label]) => label));
    expect(missingProfileInformation(nothing, "listing")).toEqual(
      [...FOR_BOTH, ...FOR_LISTING].map(([, label]) => label),
    );
  });

  test("without a person all is missing", () => {
    expect(missingProfileInformation(null, "renting")).toEqual(["All profile information"]);
    expect(missingProfileInformation(undefined, "listing")).toEqual(["All profile information"]);
  });
});
