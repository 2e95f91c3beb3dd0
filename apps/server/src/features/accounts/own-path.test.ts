import { expect, test } from "vitest";
import { ownPath } from "./identity.routes.ts";

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
])("accepts %s as a page of our site", (requested, path) => {
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

test("keeps all hostile forms on our site, as a browser reads them or decoded once more", () => {
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

test("uses the fallback for anything but a single string", () => {
  for (const requested of [undefined, null, 7, ["/browse"], { path: "/browse" }, true]) {
    expect(ownPath(requested, FALLBACK)).toBe(FALLBACK);
  }
});
