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

const REQUIRED_FOR_BOTH = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "Email address"],
  ["termsAcceptedAt", "Terms acceptance"],
] as const;
const REQUIRED_FOR_LISTING = [
  ["phoneNumber", "Phone number"],
  ["city", "City"],
  ["state", "State"],
] as const;

describe("[VAL-07] profile completeness", () => {
  test("a complete profile has no missing fields", () => {
    expect(missingProfileInformation(COMPLETE, "renting")).toEqual([]);
    expect(missingProfileInformation(COMPLETE, "listing")).toEqual([]);
    expect(missingProfileInformation({ ...COMPLETE, termsAcceptedAt: new Date(0) }, "renting")).toEqual([]);
  });

  test.each(REQUIRED_FOR_BOTH)("%s is required for renting and listing", (field, label) => {
    for (const value of [null, "", "  "]) {
      expect(missingProfileInformation({ ...COMPLETE, [field]: value }, "renting")).toEqual([label]);
      expect(missingProfileInformation({ ...COMPLETE, [field]: value }, "listing")).toEqual([label]);
    }
  });

  test.each(REQUIRED_FOR_LISTING)("%s is required for listing only", (field, label) => {
    expect(missingProfileInformation({ ...COMPLETE, [field]: null }, "renting")).toEqual([]);
    expect(missingProfileInformation({ ...COMPLETE, [field]: null }, "listing")).toEqual([label]);
  });

  test("the profile completeness lists all missing fields in form order", () => {
    const empty = Object.fromEntries(Object.keys(COMPLETE).map((field) => [field, null])) as ProfileFacts;
    expect(missingProfileInformation(empty, "renting")).toEqual(REQUIRED_FOR_BOTH.map(([, label]) => label));
    expect(missingProfileInformation(empty, "listing")).toEqual(
      [...REQUIRED_FOR_BOTH, ...REQUIRED_FOR_LISTING].map(([, label]) => label),
    );
  });

  test("the profile completeness reports all profile information as missing when there is no profile", () => {
    expect(missingProfileInformation(null, "renting")).toEqual(["All profile information"]);
    expect(missingProfileInformation(undefined, "listing")).toEqual(["All profile information"]);
  });
});
