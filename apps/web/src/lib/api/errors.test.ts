import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askAsQuery } from "../testing/ask-as-query.ts";
import {
  ApiError,
  ClientRefusalError,
  isAuthenticationError,
  isRetryable,
  NO_RESPONSE,
  READ_OPTIONS,
  retryDelay,
  shouldRetryRead,
  shouldRetryUser,
  shouldRetryWrite,
  USER_OPTIONS,
  WRITE_OPTIONS,
} from "./errors.ts";

const failure = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError({ status, message: "No", retryAfterSeconds });

/** Number of retries of a call that always fails the same way. */
const retriesOf = (rule: typeof shouldRetryRead, error: unknown): number => {
  let retries = 0;
  while (retries < 10 && rule(retries, error)) retries += 1;
  return retries;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("[CLIENT-10] generic retry", () => {
  test.each([NO_RESPONSE, 408, 429, 500, 501, 502, 503, 504, 599])("%i is retryable", (status) => {
    expect(isRetryable(failure(status))).toBe(true);
    expect(retriesOf(shouldRetryRead, failure(status))).toBe(3);
  });

  test.each([200, 304, 400, 401, 403, 404, 409, 422])("%i is not retryable", (status) => {
    expect(isRetryable(failure(status))).toBe(false);
  });

  test("bugs and requests rejected by our own checks are not retryable", () => {
    expect(isRetryable(new TypeError("x is not a function"))).toBe(false);
    expect(isRetryable(new ClientRefusalError("Request too large"))).toBe(false);
  });

  test.each([
    [0, 0, 1_000],
    [0, 1, 1_100],
    [1, 0.5, 2_100],
    [2, 0, 4_000],
    [3, 1, 8_800],
    [4, 0, 10_000],
    [9, 1, 10_000],
  ])("after %i retries and with random value %d it waits %i ms", (retries, random, delay) =>
    expect(retryDelay(retries, failure(503), random)).toBeCloseTo(delay, 6),
  );

  test("the generic retry waits as long as the server requests, within the limit", () => {
    expect(retryDelay(0, failure(429, 6), 0)).toBe(6_000);
    expect(retryDelay(2, failure(429, 1), 0)).toBe(4_000);
    expect(retryDelay(0, failure(503, 600), 0)).toBe(10_000);
  });

  test("the generic retry makes four attempts and then throws the last error", async () => {
    const send = vi.fn(async () => Promise.reject(failure(503)));
    const outcome = expect(askAsQuery(send)).rejects.toMatchObject({ status: 503 });
    for (const [attempts, pause] of [
      [1, 1_000],
      [2, 2_000],
      [3, 4_000],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(send).toHaveBeenCalledTimes(attempts);
      await vi.advanceTimersByTimeAsync(1);
      expect(send).toHaveBeenCalledTimes(attempts + 1);
    }
    await outcome;
  });

  test("the generic retry stops after a success", async () => {
    const send = vi.fn(async () => "done").mockRejectedValueOnce(failure(NO_RESPONSE));
    const outcome = askAsQuery(send);
    await vi.runAllTimersAsync();
    expect(await outcome).toBe("done");
    expect(send).toHaveBeenCalledTimes(2);
  });
});

test.each([
  [0, 1_000],
  [1, 2_000],
  [2, 4_000],
  [3, 5_000],
  [8, 5_000],
])("[CLIENT-08] after %i retries without a response it waits %i ms", (retries, delay) =>
  expect(retryDelay(retries, failure(NO_RESPONSE), 0)).toBe(delay),
);

describe("[CLIENT-11] reads, writes and the current user", () => {
  test.each([
    [NO_RESPONSE, { reads: 3, writes: 2, user: 2 }],
    [200, { reads: 3, writes: 2, user: 2 }],
    [400, { reads: 0, writes: 0, user: 2 }],
    [401, { reads: 0, writes: 0, user: 0 }],
    [404, { reads: 0, writes: 0, user: 2 }],
    [408, { reads: 3, writes: 0, user: 2 }],
    [429, { reads: 3, writes: 0, user: 2 }],
    [499, { reads: 0, writes: 0, user: 2 }],
    [500, { reads: 3, writes: 2, user: 2 }],
    [503, { reads: 3, writes: 2, user: 2 }],
  ])("%i: %o retries", (status, expected) => {
    const error = failure(status);
    expect({
      reads: retriesOf(shouldRetryRead, error),
      writes: retriesOf(shouldRetryWrite, error),
      user: retriesOf(shouldRetryUser, error),
    }).toEqual(expected);
  });

  test("the query client retries a read as often after any other failure", () =>
    expect(retriesOf(shouldRetryRead, new TypeError("Failed to fetch dynamically imported module"))).toBe(3));

  test("the query client never retries what our own checks reject", () => {
    const error = new ClientRefusalError("Response too large");
    for (const rule of [shouldRetryRead, shouldRetryWrite, shouldRetryUser]) expect(retriesOf(rule, error)).toBe(0);
  });

  test("the query client keeps data fresh and cached for 5 minutes and the user cached for 15, and refetches nothing by itself", () => {
    expect(READ_OPTIONS).toMatchObject({ staleTime: 300_000, gcTime: 300_000 });
    expect(READ_OPTIONS).toMatchObject({ refetchOnWindowFocus: false, refetchInterval: false });
    expect(USER_OPTIONS).toMatchObject({ staleTime: 300_000, gcTime: 900_000 });
  });

  const clientOf = () => new QueryClient({ defaultOptions: { queries: READ_OPTIONS, mutations: WRITE_OPTIONS } });

  test.each([
    [503, 4],
    [429, 4],
    [404, 1],
  ])("the query client makes a read that gets a %i %i times", async (status, times) => {
    const queryFn = vi.fn(async () => Promise.reject(failure(status)));
    const outcome = expect(
      clientOf().fetchQuery({ queryKey: ["/api/items"], queryFn, ...READ_OPTIONS }),
    ).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    await outcome;
    expect(queryFn).toHaveBeenCalledTimes(times);
  });

  test.each([
    [503, 3],
    [429, 1],
  ])("the query client makes a write that gets a %i %i times", async (status, times) => {
    const mutationFn = vi.fn(async () => Promise.reject(failure(status)));
    const client = clientOf();
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn }));
    const outcome = expect(mutation.execute(undefined)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1_000 + 2_000);
    await outcome;
    expect(mutationFn).toHaveBeenCalledTimes(times);
  });
});

test.each([
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
