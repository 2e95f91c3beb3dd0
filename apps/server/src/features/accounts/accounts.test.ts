import { describe, expect, test } from "vitest";
import { AppError } from "../../platform/errors.ts";
import { allowedActions } from "./accounts.policy.ts";
import { nextCodeAt } from "./contact-codes.ts";
import { assertGoodNewPassword, assertMaySignIn, isCommonPassword } from "./passwords.ts";
import { deviceName } from "./sessions.ts";
import { ownPath } from "./sign-in-providers.routes.ts";

const VIEWER = { id: "ada" };
const LONG_AGO = new Date(0);

describe("allowed admin actions", () => {
  test.each([
    ["a pending user", { isAdmin: false, isApproved: false, suspendedAt: null }, ["approve", "suspend"]],
    ["an approved user", { isAdmin: false, isApproved: true, suspendedAt: null }, ["suspend"]],
    ["a suspended user", { isAdmin: false, isApproved: true, suspendedAt: LONG_AGO }, ["reinstate"]],
    ["a user suspended before approval", { isAdmin: false, isApproved: false, suspendedAt: LONG_AGO }, ["reinstate"]],
    ["another admin", { isAdmin: true, isApproved: true, suspendedAt: null }, []],
    ["an unapproved admin", { isAdmin: true, isApproved: false, suspendedAt: null }, ["approve"]],
    ["a suspended admin", { isAdmin: true, isApproved: true, suspendedAt: LONG_AGO }, ["reinstate"]],
  ])("allowed admin actions depend on the account: %s", (_, account, actions) => {
    expect(allowedActions(VIEWER, { ...account, id: "somebody" })).toEqual(actions);
  });

  test("allowed admin actions never include suspending yourself", () => {
    const self = { id: VIEWER.id, isAdmin: false, isApproved: true, suspendedAt: null };
    expect(allowedActions(VIEWER, self)).toEqual([]);
  });
});

const EMAIL = "maya.rivera@nexby.example";

test.each([
  "password",
  "Password1",
  "PASSWORD123!",
  "12345678",
  "qwertyuiop",
  "aaaaaaaa",
  "abababab",
  "iloveyou!!",
  EMAIL,
  "maya.rivera1984",
])("the password check treats %s as common", (password) => {
  expect(isCommonPassword(password, EMAIL)).toBe(true);
});

test.each(["correct horse battery", "borrow-a-kayak", "maya likes tents", "x7!kQ2pz", "пароль со смыслом"])(
  "the password check does not treat %s as common",
  (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(false);
  },
);

const member = { email: "robin.vale@nexby.example", isAdmin: false, suspendedAt: null };
const admin = { ...member, isAdmin: true };
const [DEMO, PRODUCTION] = [true, false];
const FOURTEEN = "fourteen chars";
const FIFTEEN = "fifteen chars ok".slice(0, 15);

/** Returns the error's message or code, or undefined if nothing was thrown. */
function errorOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code === "validation_failed" ? error.message : error.code;
    throw error;
  }
}

test.each([
  [member, PRODUCTION, FOURTEEN, undefined],
  [admin, PRODUCTION, FOURTEEN, "Admins need at least 15 characters"],
  [admin, PRODUCTION, FIFTEEN, undefined],
  [admin, DEMO, FOURTEEN, undefined],
  [member, DEMO, "Password123!", "Please choose a less common password"],
  [member, DEMO, "robin.vale1984", "Please choose a less common password"],
])("for %j in demo %s, the new password %s gives %s", (owner, isDemo, password, expected) => {
  expect(errorOf(() => assertGoodNewPassword(password, owner, isDemo))).toBe(expected);
});

test.each([
  [member, PRODUCTION, 8, undefined],
  [admin, PRODUCTION, 14, "password_too_short"],
  [admin, PRODUCTION, 15, undefined],
  [admin, PRODUCTION, null, undefined],
  [admin, DEMO, 14, undefined],
  [{ ...member, suspendedAt: new Date() }, DEMO, null, "account_suspended"],
  [{ ...admin, suspendedAt: new Date() }, PRODUCTION, 14, "account_suspended"],
])("for %j in demo %s, a sign-in with %s characters gives %s", (account, isDemo, length, expected) => {
  expect(errorOf(() => assertMaySignIn(account, length, isDemo))).toBe(expected);
});

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Chrome on Linux",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Mac"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"],
  ["curl/8.0", "Unknown device"],
  ["", "Unknown device"],
])("the list of sessions names the browser %s as %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

const at = (time: string) => new Date(`2026-05-01T${time}Z`);

test("the first code can be sent immediately", () => {
  expect(nextCodeAt([])).toBeNull();
});

test("the next code can be sent a minute after the last", () => {
  expect(nextCodeAt([at("09:00:00"), at("10:00:00")])).toEqual(at("10:01:00"));
});

test("after five codes, the next can be sent a day after the first of them", () => {
  const five = ["08:00:00", "10:00:00", "11:00:00", "09:00:00", "10:30:00"].map(at);
  expect(nextCodeAt(five)).toEqual(new Date("2026-05-02T08:00:00Z"));
  expect(nextCodeAt(five.slice(1))).toEqual(at("11:01:00"));
  expect(nextCodeAt([...five, at("07:00:00")])).toEqual(new Date("2026-05-02T08:00:00Z"));
});

test("after five codes, the next still waits a minute after the last", () => {
  const five = [new Date("2026-04-30T10:00:30Z"), ...["01:00:00", "02:00:00", "03:00:00", "10:00:00"].map(at)];
  expect(nextCodeAt(five)).toEqual(at("10:01:00"));
});

const FALLBACK = "/start";
const SITES = ["http://127.0.0.1:3000", "https://nexby.example"];

test.each([
  ["/", "/"],
  ["/browse", "/browse"],
  ["/listings/0190a0a0-0000-7000-8000-000000000001#photos", "/listings/0190a0a0-0000-7000-8000-000000000001#photos"],
  ["/browse?q=drill&near=07040", "/browse?q=drill&near=07040"],
  ["/browse?next=https://nexby.example//x", "/browse?next=https://nexby.example//x"],
  ["/browse?q=50%25", "/browse?q=50%25"],
  ["/browse?q=Café", "/browse?q=Caf%C3%A9"],
  ["/@robin", "/@robin"],
  ["/a/../browse", "/browse"],
  ["/apiary", "/apiary"],
])("the return path check accepts %s as a page of our site", (requested, path) => {
  expect(ownPath(requested, FALLBACK)).toBe(path);
});

const HOSTILE = [
  ...[
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
  ],
  ...["/\\/evil.example", "//evil.example/%2e%2e", "//evil.example@nexby.example", "//nexby.example@evil.example"],
  ...["https://evil.example", "http:evil.example", "https:evil.example", "https:/evil.example", "HTTPS://evil.example"],
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:x",
  ],
  ...[
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\0/evil.example",
  ],
  ...["/%09/evil.example", "/%0a/evil.example", "/%0d%0aset-cookie:a=b", "/browse\r\nset-cookie: a=b", "/\u0085/evil"],
  ...["/%2f/evil.example", "/%2fevil.example", "/%5cevil.example", "/%5c%5cevil.example", "%2f%2fevil.example"],
  ...["/.//evil.example", "/..//evil.example", "/./\\evil.example", "/browse/..//evil.example", "/%2e//evil.example"],
  ...[
    "/／evil.example",
    "／／evil.example",
    "/∕evil.example",
    "/⁄evil.example",
    "/\u2215/evil.example",
    "//evil。example",
  ],
  ...["@evil.example", "evil.example", "evil.example/path", "?//evil.example", "#//evil.example", ".", "..", "", " "],
  ...["/%", "/%zz", "/%c0%af/evil.example", "/%ff", `/${"a".repeat(3000)}`, "//[::1]", "//0x7f.1", "//evil.example:80"],
  ...["/api/logout", "/api/login?returnTo=/api/login", "/API/logout", "/oidc/session/end", "/browse/../api/logout"],
];

test("the return path check keeps all hostile forms on our site, as a browser reads them or decoded once more", () => {
  expect(HOSTILE.length).toBeGreaterThan(60);
  for (const requested of HOSTILE) {
    const path = ownPath(requested, FALLBACK);
    for (const site of SITES) {
      for (const read of [path, decodeURIComponent(path)]) {
        expect([requested, new URL(read, `${site}/api/login/callback`).origin]).toEqual([requested, site]);
      }
    }
    expect([requested, /^\/[\x21-\x7e]*$/.test(path)]).toEqual([requested, true]);
    expect([requested, /^\/(api|oidc)\//i.test(path)]).toEqual([requested, false]);
  }
});

test("the return path uses the fallback for anything but a single string", () => {
  for (const requested of [undefined, null, 7, ["/browse"], { path: "/browse" }, true]) {
    expect(ownPath(requested, FALLBACK)).toBe(FALLBACK);
  }
});
