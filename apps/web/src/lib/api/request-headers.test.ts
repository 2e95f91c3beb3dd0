import { describe, expect, test } from "vitest";
import { requestInit, serializedBody } from "./request.ts";

describe("[CLIENT-01] a request", () => {
  test("declares JSON and a script as its source, includes cookies and bypasses the cache", () => {
    const { headers, ...init } = requestInit({ method: "GET", token: null });
    expect(headers).toMatchObject({ "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" });
    expect(headers).not.toHaveProperty("Authorization");
    expect(init).toEqual({ method: "GET", credentials: "include", cache: "no-store" });
  });

  test("carries the token when one is stored", () =>
    expect(requestInit({ method: "GET", token: "abc" }).headers).toMatchObject({ Authorization: "Bearer abc" }));

  test("carries what the caller adds", () =>
    expect(requestInit({ method: "PUT", token: null, body: "{}", headers: { "Idempotency-Key": "1" } })).toMatchObject({
      headers: { "Idempotency-Key": "1", "Content-Type": "application/json" },
      body: "{}",
    }));

  test.each(["POST", "PUT", "PATCH"] as const)("has a JSON body with %s", (method) => {
    expect(serializedBody(method, { a: [1, "é"] })).toBe('{"a":[1,"é"]}');
    expect(serializedBody(method, undefined)).toBeUndefined();
  });

  test.each(["GET", "DELETE", "OPTIONS"] as const)("has no body with %s", (method) =>
    expect(serializedBody(method, { a: 1 })).toBeUndefined(),
  );
});
