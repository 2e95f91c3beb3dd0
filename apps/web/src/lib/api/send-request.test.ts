import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeNetwork, json, noNetwork, type Reply, silence, status } from "../testing/fake-network.ts";
import { ApiError, NO_RESPONSE } from "./errors.ts";
import { PolledResponses } from "./read-response.ts";

let network: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers();
  network = new FakeNetwork();
});
afterEach(() => void vi.useRealTimers());

describe("a single attempt", () => {
  test("a single attempt returns the body and the link to the next page", async () => {
    const link = '</api/items?cursor=2>; rel="next"';
    const client = network.clientWith({ "/api/items": [json([1], 200, { link })] });
    expect(await client.attempt({ url: "/api/items" })).toEqual({ body: [1], link });
  });

  test("[CLIENT-01] a single attempt is sent with our headers, cookies, token and JSON body, bypassing the cache", async () => {
    network.token = "abc";
    const client = network.clientWith({ "/api/items": [json({}, 201)] });
    await client.attempt({ method: "POST", url: "/api/items", body: { a: 1 }, headers: { "Idempotency-Key": "k" } });
    expect(network.requests[0]?.init).toMatchObject({
      method: "POST",
      credentials: "include",
      cache: "no-store",
      body: '{"a":1}',
    });
    expect(Object.fromEntries(network.headersOf(0))).toMatchObject({
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      authorization: "Bearer abc",
      "idempotency-key": "k",
    });
  });

  test("a single attempt sends the token to no other origin", async () => {
    network.token = "abc";
    const url = "https://elsewhere.example/";
    await network.clientWith({ [url]: [json(1)] }).attempt({ url });
    expect(network.headersOf(0).has("authorization")).toBe(false);
  });

  test.each([
    ["[CLIENT-03]", "Invalid URL: must be relative or HTTPS", { url: "http://elsewhere.example/" }],
    ["[CLIENT-03]", "Invalid URL: localhost access not allowed", { url: "https://localhost/" }],
    ["[CLIENT-04]", "Invalid HTTP method", { url: "/api/items", method: "TRACE" }],
    ["[CLIENT-05]", "Request too large", { url: "/api/items", method: "PUT", body: "x".repeat(10 * 1024 * 1024) }],
  ])("%s is not sent: %s", async (_, message, call) => {
    await expect(network.clientWith({}).ask(call)).rejects.toThrow(message);
    expect(network.requests).toEqual([]);
  });

  test.each([
    ["/api/items", 15_000],
    ["/api/photos/upload", 120_000],
    ["/api/ai/describe", 60_000],
  ])("[CLIENT-09] a single attempt aborts %s after %i ms", async (url, limit) => {
    const outcome = network
      .clientWith({ [url]: [silence] })
      .attempt({ url })
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(network.requests[0]?.init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ status: NO_RESPONSE, message: expect.stringContaining("too long") });
  });

  test("[CLIENT-09] a single attempt counts the time until the last byte", async () => {
    const stalled: Reply = ({ signal: given }) =>
      new Response(
        new ReadableStream({
          start: (controller) => given?.addEventListener("abort", () => controller.error(given.reason)),
        }),
      );
    const outcome = network
      .clientWith({ "/api/items": [stalled] })
      .attempt({ url: "/api/items" })
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await outcome).toMatchObject({ status: NO_RESPONSE });
  });

  test("a single attempt reads the time of our own server, also from an error response, and of no other server", async () => {
    const timeHeader = { "nexby-now": "2026-06-01T12:00:00.000Z" };
    const client = network.clientWith({
      "/api/items": [json([], 200, timeHeader), json({ message: "No" }, 403, timeHeader)],
      "https://elsewhere.example/x": [json([], 200, timeHeader)],
    });
    await client.attempt({ url: "/api/items" });
    await client.attempt({ url: "/api/items" }).catch(() => undefined);
    await client.attempt({ url: "https://elsewhere.example/x" });
    expect(network.onTime.mock.calls.map(([headers]) => headers.get("nexby-now"))).toEqual([
      timeHeader["nexby-now"],
      timeHeader["nexby-now"],
    ]);
  });

  test("a single attempt leaves no timer behind", async () => {
    await network.clientWith({ "/api/items": [json([])] }).attempt({ url: "/api/items" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a single attempt aborts with the caller's reason when the caller aborts", async () => {
    const caller = new AbortController();
    const outcome = network
      .clientWith({ "/api/items": [silence] })
      .attempt({ url: "/api/items", signal: caller.signal });
    caller.abort(new Error("left the page"));
    await expect(outcome).rejects.toThrow("left the page");
    expect(network.onFailure).not.toHaveBeenCalled();
  });

  test("a single attempt fails with status 0 without network", async () =>
    expect(network.clientWith({ "/api/items": [noNetwork] }).attempt({ url: "/api/items" })).rejects.toMatchObject({
      status: NO_RESPONSE,
      message: expect.stringContaining("network"),
      cause: new TypeError("Failed to fetch"),
    }));

  test("[CLIENT-07] a single attempt reports a failure with its path without the query, status and message", async () => {
    const client = network.clientWith({ "/api/items?search=secret": [status(503)] });
    const error = await client.attempt({ url: "/api/items?search=secret" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(network.onFailure).toHaveBeenCalledExactlyOnceWith({
      method: "GET",
      path: "/api/items",
      error,
      milliseconds: expect.any(Number),
    });
    expect(error).toMatchObject({ status: 503, message: "Answer 503", details: { message: "Answer 503" } });
  });
});

describe("polled reads", () => {
  const tagged = (body: unknown, etag: string) => json(body, 200, { etag, link: "<x>; rel=next" });
  const unchanged: Reply = () => new Response(null, { status: 304 });

  test("polled reads send their ETag, and a 304 returns the previous response", async () => {
    const client = network.clientWith({
      "/api/notifications": [tagged([1], 'W/"a"'), unchanged, tagged([2], 'W/"b"'), unchanged],
    });
    const responses = [];
    for (let time = 0; time < 4; time += 1) responses.push(await client.ask({ url: "/api/notifications" }));
    expect(responses.map(({ body }) => body)).toEqual([[1], [1], [2], [2]]);
    expect(responses[1]?.link).toBe("<x>; rel=next");
    expect([0, 1, 2, 3].map((index) => network.headersOf(index).get("if-none-match"))).toEqual([
      null,
      'W/"a"',
      'W/"a"',
      'W/"b"',
    ]);
  });

  test("polled reads are cached per path, and writes do not take part", async () => {
    const client = network.clientWith({ "/a": [tagged(1, '"a"'), unchanged], "/b": [tagged(2, '"b"')] });
    await client.ask({ url: "/a" });
    await client.ask({ url: "/b" });
    await client.ask({ method: "PUT", url: "/b", body: {} });
    expect((await client.ask({ url: "/a" })).body).toBe(1);
    expect([1, 2, 3].map((index) => network.headersOf(index).get("if-none-match"))).toEqual([null, null, '"a"']);
  });

  test("polled reads evict the oldest path when there are too many, and can be cleared", () => {
    const polled = new PolledResponses();
    const store = (url: string) => polled.store(url, { tag: "t", response: { body: url, link: null } });
    for (let number = 0; number < 20; number += 1) store(`/${number}`);
    store("/0");
    store("/20");
    expect(["/0", "/1", "/2", "/20"].map((url) => polled.find(url) !== null)).toEqual([true, false, true, true]);
    polled.clear();
    expect(polled.find("/20")).toBeNull();
  });
});
