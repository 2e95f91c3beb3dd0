import { describe, expect, test } from "vitest";
import { checkBodySize, checkMethod, checkUrl, requestInit, serializedBody, timeLimitOf } from "./request.ts";

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
  test("the request size accepts 10 MB", () => expect(() => checkBodySize("x".repeat(10 * MEBIBYTE))).not.toThrow());
  test("the request size rejects a byte more", () =>
    expect(() => checkBodySize("x".repeat(10 * MEBIBYTE + 1))).toThrow(/^Request too large$/));
  test("the request size counts bytes, not characters", () =>
    expect(() => checkBodySize("é".repeat(5 * MEBIBYTE + 1))).toThrow(/^Request too large$/));
});

describe("[CLIENT-01] a request", () => {
  test("a request declares JSON and a script as its source, includes cookies and bypasses the cache", () => {
    const { headers, ...init } = requestInit({ method: "GET", token: null });
    expect(headers).toMatchObject({ "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" });
    expect(headers).not.toHaveProperty("Authorization");
    expect(init).toEqual({ method: "GET", credentials: "include", cache: "no-store" });
  });

  test("a request carries the token when one is stored", () =>
    expect(requestInit({ method: "GET", token: "abc" }).headers).toMatchObject({ Authorization: "Bearer abc" }));

  test("a request carries what the caller adds", () =>
    expect(requestInit({ method: "PUT", token: null, body: "{}", headers: { "Idempotency-Key": "1" } })).toMatchObject({
      headers: { "Idempotency-Key": "1", "Content-Type": "application/json" },
      body: "{}",
    }));

  test.each(["POST", "PUT", "PATCH"] as const)("a request has a JSON body with %s", (method) => {
    expect(serializedBody(method, { a: [1, "é"] })).toBe('{"a":[1,"é"]}');
    expect(serializedBody(method, undefined)).toBeUndefined();
  });

  test.each(["GET", "DELETE", "OPTIONS"] as const)("a request has no body with %s", (method) =>
    expect(serializedBody(method, { a: 1 })).toBeUndefined(),
  );
});

test.each([
  ["/api/items", 15],
  ["/api/items?search=upload", 15],
  ["/api/items#/ai", 15],
  ["/api/detail", 15],
  ["/api/uploads/1", 120],
  ["/api/photos/upload", 120],
  ["/api/analyze-photo", 120],
  ["/api/ai/analyze", 120],
  ["/api/ai/describe", 60],
  ["/api/openai", 60],
])("[CLIENT-09] %s may take %i seconds", (url, seconds) => expect(timeLimitOf(url)).toBe(seconds * 1000));
