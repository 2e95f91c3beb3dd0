import { expect, it, test } from "vitest";
import { displayPhone } from "../accounts/profile-completeness.ts";
import { isOwnPath } from "./site.ts";

test.each([
  "/",
  "/profile",
  "/profile?tab=security",
  "/listings/1#photos",
  "/browse?next=https://a.example//b",
  "/@robin",
])("the check of a site address accepts %s", (path) => expect(isOwnPath(path)).toBe(true));

test.each([
  ...["", " ", "profile", "https://elsewhere.example/", "javascript:alert(1)", "?//elsewhere.example", "#//elsewhere"],
  ...["//elsewhere.example/", " //elsewhere.example", "/\\elsewhere.example/", "\\/elsewhere.example/", "/a//b"],
  ...["/\t/elsewhere.example/", "/\n\\elsewhere.example/", "/a\r\nset-cookie: a=b", "/\u0085/elsewhere.example"],
  ...["/.//elsewhere.example/", "/..//elsewhere.example/", "/%2fevil.example", "/%5cevil.example", "/%09/evil.example"],
  ...["/%", "/%zz", "/%ff", `/${"a".repeat(2000)}`],
])("the check of a site address rejects %j", (path) => expect(isOwnPath(path)).toBe(false));

it.each([
  ["+12015550123", "(201) 555-0123"],
  ["+442079460000", "+442079460000"],
])("the product displays %s as %s", (stored, displayed) => expect(displayPhone(stored)).toBe(displayed));
