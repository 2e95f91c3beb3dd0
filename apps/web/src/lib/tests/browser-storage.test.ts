import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { MINUTE } from "@nexby/domain/kernel/duration";
import { describe, expect, test } from "vitest";
import { keepPlace, storedPlace } from "../places.ts";
import {
  clearAuthState,
  clearToken,
  readAuthState,
  storeAuthState,
  storedToken,
  takeTokenFromAddress,
  userIn,
} from "../stored-session.ts";
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
  test("the stored user is stored under nx_auth_state", () =>
    expect(JSON.parse(storageWith().kept.get("nx_auth_state") ?? "")).toEqual({ user: ROBIN, checkedAt: NOW }));

  test.each([0, 5 * MINUTE - 1])("the stored user is valid after %i ms", (age) =>
    expect(readAuthState(storageWith(), NOW + age)).toEqual({ user: ROBIN, checkedAt: NOW }),
  );

  test.each([5 * MINUTE, 60 * MINUTE, -1])("the stored user is not valid after %i ms", (age) =>
    expect(readAuthState(storageWith(), NOW + age)).toBeNull(),
  );

  test.each([
    "",
    "{",
    "null",
    "[]",
    '"robin"',
    JSON.stringify({ user: ROBIN }),
    JSON.stringify({ user: ROBIN, checkedAt: "now" }),
    JSON.stringify({ user: ROBIN, checkedAt: String(NOW) }),
    JSON.stringify({ user: null, checkedAt: NOW }),
    JSON.stringify({ user: { ...ROBIN, id: 7 }, checkedAt: NOW }),
    JSON.stringify({ user: { ...ROBIN, id: "" }, checkedAt: NOW }),
    JSON.stringify({ user: { id: "p1" }, checkedAt: NOW }),
  ])("the stored user is null when the stored value is %s", (text) =>
    expect(readAuthState(storageWith(text), NOW)).toBeNull(),
  );

  test("the stored user can be cleared", () => {
    const storage = storageWith();
    clearAuthState(storage);
    expect(storage.kept.size).toBe(0);
    expect(readAuthState(storage, NOW)).toBeNull();
  });

  test("the stored user is null where nothing can be stored", () => {
    storeAuthState(forbiddenStorage(), ROBIN, NOW);
    expect(readAuthState(forbiddenStorage(), NOW)).toBeNull();
    expect(() => clearAuthState(forbiddenStorage())).not.toThrow();
  });
});

describe("a user record", () => {
  test("[CALL-07] a user record may identify the user by sub", () => {
    const { id, ...rest } = ROBIN;
    expect(userIn({ ...rest, sub: id })).toEqual(ROBIN);
  });

  test("a user record has null for missing fields, and permissions only if they are explicit", () =>
    expect(userIn({ id: "p1", email: "a@b.example", isAdmin: "yes", isApproved: 1, passwordHash: "x" })).toEqual({
      ...Object.fromEntries(Object.keys(ROBIN).map((field) => [field, null])),
      id: "p1",
      email: "a@b.example",
      isAdmin: false,
      isApproved: false,
    }));
});

function openPage(address: string, storage = fakeStorage()) {
  const { pathname, search, hash } = new URL(address, "https://nexby.example");
  let shown = address;
  const history = {
    state: { key: 1 },
    replaceState: (_: unknown, __: string, to?: string | URL | null) => {
      shown = String(to);
    },
  };
  const isTaken = takeTokenFromAddress({ location: { pathname, search, hash }, history }, storage);
  return { isTaken, shown, token: storedToken(storage) };
}

describe("a token in the URL", () => {
  test.each([
    ["/?auth_token=abc", "/"],
    ["/browse?search=a%20b&auth_token=abc&category=tents#top", "/browse?search=a%20b&category=tents#top"],
    ["/browse?auth%5Ftoken=abc&empty=", "/browse?empty="],
    ["/browse?auth_token=abc&auth_token=def", "/browse"],
  ])("a token in the URL is removed from %s, which becomes %s", (address, shown) =>
    expect(openPage(address)).toEqual({ isTaken: true, shown, token: "abc" }),
  );

  test.each(["/", "/browse?search=auth_token", "/browse#auth_token=abc"])(
    "a token in the URL is not found in %s",
    (address) => expect(openPage(address)).toEqual({ isTaken: false, shown: address, token: null }),
  );

  test.each(["", "a%0Ab", "a%20b", "%C3%A9", "x".repeat(5_000)])(
    "a token in the URL is not stored when it is invalid: %j",
    (token) => expect(openPage(`/?auth_token=${token}`)).toEqual({ isTaken: false, shown: "/", token: null }),
  );

  test("a token in the URL can be cleared", () => {
    const storage = fakeStorage();
    openPage("/?auth_token=abc", storage);
    expect([...storage.kept]).toEqual([["auth_token", "abc"]]);
    clearToken(storage);
    expect(storedToken(storage)).toBeNull();
  });

  test("a token in the URL is removed from the URL even where nothing can be stored", () => {
    const storage = { ...forbiddenStorage(), kept: new Map() };
    expect(openPage("/?auth_token=abc", storage)).toEqual({ isTaken: true, shown: "/", token: null });
    expect(() => clearToken(storage)).not.toThrow();
  });
});

function storageWithPlace(stored: string) {
  const storage = fakeStorage();
  storage.set("nx_place", stored);
  return storage;
}

test("the browser storage reads the stored place", () => {
  const place = { latitude: 40.73, longitude: -74.26 };
  expect(storedPlace(storageWithPlace(JSON.stringify(place)))).toEqual({ ...place, name: null });
});

test("the browser storage reads back a place as it was chosen", () => {
  const storage = fakeStorage();
  const place = { latitude: 40.73, longitude: -74.26, name: "Maplewood, NJ 07040" };
  keepPlace(storage, place);
  expect(storedPlace(storage)).toEqual(place);
});

test.each(["", "null", "{", "[]", "7", '{"latitude":91,"longitude":0}', '{"latitude":"1","longitude":2}'])(
  "%j is not a place",
  (stored) => expect(storedPlace(storageWithPlace(stored))).toBeNull(),
);

test("the browser storage is null while nothing is stored or storage is forbidden", () => {
  expect(storedPlace(fakeStorage())).toBeNull();
  expect(storedPlace(forbiddenStorage())).toBeNull();
});
