import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { describe, expect, it } from "vitest";
import { clearAuthState, readAuthState, storeAuthState, userIn } from "../stored-session.ts";
import { fakeStorage, forbiddenStorage } from "../testing/fake-storage.ts";

const NOW = Date.UTC(2026, 2, 1);
const ROBIN: CurrentUserView = {
  id: "p1",
  email: "robin@nexby.example",
  firstName: "Robin",
  lastName: null,
  phoneNumber: null,
  city: "Maplewood",
  state: "NJ",
  profileImageUrl: null,
  termsAcceptedAt: "2026-01-01T00:00:00.000Z",
  isAdmin: false,
  isApproved: true,
};

function storageWith(text?: string) {
  const storage = fakeStorage();
  if (text === undefined) storeAuthState(storage, ROBIN, NOW);
  else storage.set("nx_auth_state", text);
  return storage;
}

describe("[STATE-01] the stored user", () => {
  it("is stored under nx_auth_state", () =>
    expect(JSON.parse(storageWith().kept.get("nx_auth_state") ?? "")).toEqual({ user: ROBIN, checkedAt: NOW }));

  it.each([0, 5 * MINUTE - 1])("is valid after %i ms", (age) =>
    expect(readAuthState(storageWith(), NOW + age)).toEqual({ user: ROBIN, checkedAt: NOW }),
  );

  it.each([5 * MINUTE, 60 * MINUTE, -1])("is not valid after %i ms", (age) =>
    expect(readAuthState(storageWith(), NOW + age)).toBeNull(),
  );

  it.each([
    "",
    "{",
    "null",
    "[]",
    '"robin"',
    JSON.stringify({ user: ROBIN }),
    JSON.stringify({ user: ROBIN, checkedAt: "now" }),
    JSON.stringify({ user: null, checkedAt: NOW }),
    JSON.stringify({ user: { ...ROBIN, id: 7 }, checkedAt: NOW }),
    JSON.stringify({ user: { ...ROBIN, id: "" }, checkedAt: NOW }),
    JSON.stringify({ user: { id: "p1" }, checkedAt: NOW }),
  ])("is null when the stored value is %s", (text) => expect(readAuthState(storageWith(text), NOW)).toBeNull());

  it("can be cleared", () => {
    const storage = storageWith();
    clearAuthState(storage);
    expect(storage.kept.size).toBe(0);
    expect(readAuthState(storage, NOW)).toBeNull();
  });

  it("is null where nothing can be stored", () => {
    storeAuthState(forbiddenStorage(), ROBIN, NOW);
    expect(readAuthState(forbiddenStorage(), NOW)).toBeNull();
    expect(() => clearAuthState(forbiddenStorage())).not.toThrow();
  });
});

describe("a user record", () => {
  it("may identify the user by sub", () => {
    const { id, ...rest } = ROBIN;
    expect(userIn({ ...rest, sub: id })).toEqual(ROBIN);
  });

  it("has null for missing fields, and permissions only if they are explicit", () =>
    expect(userIn({ id: "p1", email: "a@b.example", isAdmin: "yes", isApproved: 1, passwordHash: "x" })).toEqual({
      ...Object.fromEntries(Object.keys(ROBIN).map((field) => [field, null])),
      id: "p1",
      email: "a@b.example",
      isAdmin: false,
      isApproved: false,
    }));
});
