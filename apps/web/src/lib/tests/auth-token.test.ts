import { describe, expect, it } from "vitest";
import { clearToken, storedToken, takeTokenFromAddress } from "../stored-session.ts";
import { fakeStorage, forbiddenStorage } from "../testing/fake-storage.ts";

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
  it.each([
    ["/?auth_token=abc", "/"],
    ["/browse?search=a%20b&auth_token=abc&category=tents#top", "/browse?search=a%20b&category=tents#top"],
    ["/browse?auth%5Ftoken=abc&empty=", "/browse?empty="],
    ["/browse?auth_token=abc&auth_token=def", "/browse"],
  ])("is removed from %s, which becomes %s", (address, shown) =>
    expect(openPage(address)).toEqual({ isTaken: true, shown, token: "abc" }),
  );

  it.each(["/", "/browse?search=auth_token", "/browse#auth_token=abc"])("is not found in %s", (address) =>
    expect(openPage(address)).toEqual({ isTaken: false, shown: address, token: null }),
  );

  it.each(["", "a%0Ab", "a%20b", "%C3%A9", "x".repeat(5_000)])("is not stored when it is invalid: %j", (token) =>
    expect(openPage(`/?auth_token=${token}`)).toEqual({ isTaken: false, shown: "/", token: null }),
  );

  it("can be cleared", () => {
    const storage = fakeStorage();
    openPage("/?auth_token=abc", storage);
    expect([...storage.kept]).toEqual([["auth_token", "abc"]]);
    clearToken(storage);
    expect(storedToken(storage)).toBeNull();
  });

  it("is removed from the URL even where nothing can be stored", () => {
    const storage = { ...forbiddenStorage(), kept: new Map() };
    expect(openPage("/?auth_token=abc", storage)).toEqual({ isTaken: true, shown: "/", token: null });
    expect(() => clearToken(storage)).not.toThrow();
  });
});
