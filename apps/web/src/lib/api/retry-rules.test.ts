import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askAsQuery } from "../testing/ask-as-query.ts";
import {
  ApiError,
  ClientRefusalError,
  isRetryable,
  NO_ANSWER,
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

/** How often a call is repeated that always fails in the same way. */
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
  test.each([NO_ANSWER, 408, 429, 500, 501, 502, 503, 504, 599])("%i is worth another try", (status) => {
    expect(isRetryable(failure(status))).toBe(true);
    expect(retriesOf(shouldRetryRead, failure(status))).toBe(3);
  });

  test.each([200, 304, 400, 401, 403, 404, 409, 422])("%i is not", (status) => {
    expect(isRetryable(failure(status))).toBe(false);
  });

  test("a bug is not, nor what our own checks refuse", () => {
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
  ])("after %i retries and with chance %d it waits %i ms", (retries, random, delay) =>
    expect(retryDelay(retries, failure(503), random)).toBeCloseTo(delay, 6),
  );

  test("it waits for as long as the server asks, within the limit", () => {
    expect(retryDelay(0, failure(429, 6), 0)).toBe(6_000);
    expect(retryDelay(2, failure(429, 1), 0)).toBe(4_000);
    expect(retryDelay(0, failure(503, 600), 0)).toBe(10_000);
  });

  test("four attempts in all, then the last error", async () => {
    const act = vi.fn(async () => Promise.reject(failure(503)));
    const outcome = expect(askAsQuery(act)).rejects.toMatchObject({ status: 503 });
    for (const [attempts, pause] of [
      [1, 1_000],
      [2, 2_000],
      [3, 4_000],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(act).toHaveBeenCalledTimes(attempts);
      await vi.advanceTimersByTimeAsync(1);
      expect(act).toHaveBeenCalledTimes(attempts + 1);
    }
    await outcome;
  });

  test("a success ends it", async () => {
    const act = vi.fn(async () => "done").mockRejectedValueOnce(failure(NO_ANSWER));
    const outcome = askAsQuery(act);
    await vi.runAllTimersAsync();
    expect(await outcome).toBe("done");
    expect(act).toHaveBeenCalledTimes(2);
  });
});

test.each([
  [0, 1_000],
  [1, 2_000],
  [2, 4_000],
  [3, 5_000],
  [8, 5_000],
])("[CLIENT-08] after %i retries nobody answers, it waits %i ms", (retries, delay) =>
  expect(retryDelay(retries, failure(NO_ANSWER), 0)).toBe(delay),
);

describe("[CLIENT-11] reads, writes and the signed-in person", () => {
  test.each([
    [NO_ANSWER, { reads: 3, writes: 2, user: 2 }],
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

  test("a read that fails in any other way is tried again as often", () =>
    expect(retriesOf(shouldRetryRead, new TypeError("Failed to fetch dynamically imported module"))).toBe(3));

  test("what our own checks refuse is never tried again", () => {
    const error = new ClientRefusalError("Response too large");
    for (const rule of [shouldRetryRead, shouldRetryWrite, shouldRetryUser]) expect(retriesOf(rule, error)).toBe(0);
  });

  test("data is fresh and kept for 5 minutes, the person kept for 15, and nothing is asked again by itself", () => {
    expect(READ_OPTIONS).toMatchObject({ staleTime: 300_000, gcTime: 300_000 });
    expect(READ_OPTIONS).toMatchObject({ refetchOnWindowFocus: false, refetchInterval: false });
    expect(USER_OPTIONS).toMatchObject({ staleTime: 300_000, gcTime: 900_000 });
  });

  const clientOf = () => new QueryClient({ defaultOptions: { queries: READ_OPTIONS, mutations: WRITE_OPTIONS } });

  test.each([
    [503, 4],
    [429, 4],
    [404, 1],
  ])("the query client asks a read that answers %i %i times", async (status, times) => {
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
  ])("and makes a write that answers %i %i times", async (status, times) => {
    const mutationFn = vi.fn(async () => Promise.reject(failure(status)));
    const client = clientOf();
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn }));
    const outcome = expect(mutation.execute(undefined)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1_000 + 2_000);
    await outcome;
    expect(mutationFn).toHaveBeenCalledTimes(times);
  });
});
