import { expect, it } from "vitest";
import { isAuthenticationError } from "./errors.ts";

it.each([
  [new Error("Unauthorized"), true],
  [new Error("you are UNAUTHORIZED here"), true],
  [new TypeError("Authentication failed - redirecting to login"), true],
  [new Error("Request failed with status 401"), true],
  [new Error("Forbidden"), false],
  [new Error("Author not found"), false],
  [new Error("403"), false],
  ["401", false],
  [null, false],
])("[ERRS-04] %s is an authentication error: %s", (error, expected) =>
  expect(isAuthenticationError(error)).toBe(expected),
);
