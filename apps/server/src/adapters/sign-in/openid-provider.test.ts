import { describe, expect, test } from "vitest";
import { perOrigin } from "./embedded/provider.ts";
import { isComplete, personFrom, subjectOf } from "./openid-provider.ts";

describe("the email", () => {
  test.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    ["True", false],
    [1, false],
    [null, false],
    [undefined, false],
  ])("the email with email_verified %j is verified: %j", (emailVerified, isEmailVerified) => {
    const claims = { email: " Robin@Nexby.Example", email_verified: emailVerified };
    expect(personFrom([claims])).toMatchObject({ email: "robin@nexby.example", isEmailVerified });
  });

  test("the email is not verified by a claim about another email", () => {
    const [idToken, userInfo] = [{ email: "a@nexby.example" }, { email: "b@nexby.example", email_verified: true }];
    expect(personFrom([idToken, userInfo])).toMatchObject({ email: "a@nexby.example", isEmailVerified: false });
    const withoutEmail = { email_verified: true };
    expect(personFrom([withoutEmail, { email: "b@nexby.example" }])).toMatchObject({ isEmailVerified: false });
  });

  test.each([undefined, null, "", "nobody", ["a@nexby.example"], { email: "a@nexby.example" }, "a\0@nexby.example"])(
    "%j is not accepted",
    (email) => {
      expect(isComplete({ email })).toBe(false);
      expect(personFrom([{ email, email_verified: true }])).toMatchObject({ email: null, isEmailVerified: false });
    },
  );
});

describe("the name", () => {
  test.each([
    [{ given_name: "Ida", family_name: "Moss" }, "Ida", "Moss"],
    [{ given_name: "Ida", name: "Ida Moss" }, "Ida", null],
    [{ name: "Ida van der Moss" }, "Ida", "van der Moss"],
    [{ name: "Ida" }, "Ida", null],
    [{ given_name: "  \u0000 I\u202Eda\n ", family_name: " " }, "Ida", null],
    [{ given_name: "\u3164", family_name: "\u2800\uFE0F" }, null, null],
    [{ given_name: `${"\u3164".repeat(100)}Ida` }, "Ida", null],
    [{ name: "I\u200Bda\tMo\u00ADss" }, "Ida", "Moss"],
    [{ given_name: 7, family_name: ["Moss"] }, null, null],
    [{ given_name: "é".repeat(200) }, "é".repeat(100), null],
    [{}, null, null],
  ])("the name from %j is %s %s", (claims, firstName, lastName) => {
    expect(personFrom([claims])).toMatchObject({ firstName, lastName });
  });

  test("the name may come from the user info endpoint", () => {
    expect(personFrom([{}, { given_name: "Ida", family_name: "Moss" }])).toMatchObject({
      firstName: "Ida",
      lastName: "Moss",
    });
  });
});

test.each([undefined, "", 7, "a".repeat(256), "a\0b", "é", null])(
  "the provider adapter rejects the subject %j",
  (sub) => {
    expect(() => subjectOf({ sub })).toThrow("names nobody");
  },
);

test("the cache creates one value per origin and evicts the least recently used when there are too many", () => {
  const created: string[] = [];
  const values = perOrigin((origin) => {
    created.push(origin);
    return { origin };
  });
  const origins = Array.from({ length: 20 }, (_, index) => `http://${index}.example`);
  for (const origin of [...origins, ...origins]) expect(values.get(origin).origin).toBe(origin);
  expect(created).toEqual(origins);

  values.get("http://0.example");
  values.get("http://another.example");
  values.get("http://0.example");
  expect(created).toEqual([...origins, "http://another.example"]);
  values.get("http://1.example");
  expect(created.at(-1)).toBe("http://1.example");
  values.forget("http://0.example");
  values.get("http://0.example");
  expect(created.at(-1)).toBe("http://0.example");
});
