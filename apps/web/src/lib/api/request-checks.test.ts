import { describe, expect, test } from "vitest";
import { checkBodySize, checkMethod, checkUrl } from "./request.ts";

const ORIGIN = "http://localhost:3000";
const MEBIBYTE = 1024 * 1024;

describe("[CLIENT-03] URLs", () => {
  test.each([
    "/",
    "/api/items?search=a%20b#top",
    "http://localhost:3000/api/items",
    "https://nexby.example/api",
    "https://localhosts.example/",
    "https://mylocalhost.example/",
    "https://128.0.0.1/",
  ])("%s is allowed", (url) => expect(() => checkUrl(url, ORIGIN)).not.toThrow());

  test.each([
    "",
    "api/items",
    "//elsewhere.example/",
    "/\\elsewhere.example/",
    "/\t/elsewhere.example/",
    "http://nexby.example/",
    "http://localhost:3001/",
    "http://127.0.0.1:3000/",
    "ftp://nexby.example/",
    "javascript:alert(1)",
    "data:application/json,1",
    "https://",
  ])("%j is neither relative nor https", (url) =>
    expect(() => checkUrl(url, ORIGIN)).toThrow(/^Invalid URL: must be relative or HTTPS$/),
  );

  test.each([
    "https://localhost/",
    "https://LOCALHOST:3000/",
    "https://localhost./",
    "https://api.localhost/",
    "https://127.0.0.1/",
    "https://127.8.9.10/",
    "https://127.1/",
    "https://2130706433/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
  ])("%s is rejected as localhost", (url) =>
    expect(() => checkUrl(url, ORIGIN)).toThrow(/^Invalid URL: localhost access not allowed$/),
  );

  test("localhost is allowed when the page itself comes from it", () =>
    expect(() => checkUrl("https://localhost:3000/api", "https://localhost:3000")).not.toThrow());
});

describe("[CLIENT-04] methods", () => {
  test.each(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s is allowed", (method) =>
    expect(() => checkMethod(method)).not.toThrow(),
  );
  test.each(["", "HEAD", "TRACE", "CONNECT", "get", "patch", "GET "])("%j is rejected", (method) =>
    expect(() => checkMethod(method)).toThrow(/^Invalid HTTP method$/),
  );
});

describe("[CLIENT-05] request size", () => {
  test("accepts 10 MB", () => expect(() => checkBodySize("x".repeat(10 * MEBIBYTE))).not.toThrow());
  test("rejects a byte more", () =>
    expect(() => checkBodySize("x".repeat(10 * MEBIBYTE + 1))).toThrow(/^Request too large$/));
  test("counts bytes, not characters", () =>
    expect(() => checkBodySize("é".repeat(5 * MEBIBYTE + 1))).toThrow(/^Request too large$/));
});
