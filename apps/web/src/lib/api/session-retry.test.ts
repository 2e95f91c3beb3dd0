import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { signInPrompt } from "../sign-in-prompt.ts";
import { lastSeen } from "../stored-session.ts";
import { askAsQuery } from "../testing/ask-as-query.ts";
import { FakeNetwork, json, noNetwork, silence, status } from "../testing/fake-network.ts";
import { ApiError, NO_RESPONSE } from "./errors.ts";

let network: FakeNetwork;

// Loading code takes real time.
beforeAll(() => import("./lost-session.ts"));
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  network = new FakeNetwork();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("[CLIENT-08] the 401 helper", () => {
  const USER = "/api/auth/user";
  const ITEM = "/api/items";

  test("the 401 helper makes three attempts, checks the session in between, waits 100 and 200 ms, then goes to sign-in", async () => {
    const client = network.clientWith({ [ITEM]: [status(401)], [USER]: [json({ id: "1" })] });
    const outcome = client.ask({ url: ITEM }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(99);
    expect(network.requestedUrls()).toEqual([ITEM, USER]);
    await vi.advanceTimersByTimeAsync(1);
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM, USER]);
    await vi.advanceTimersByTimeAsync(199);
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM, USER]);
    expect(network.visited).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM, USER, ITEM]);
    expect(await outcome).toMatchObject({ message: "Authentication failed - redirecting to login", status: 401 });
    expect(network.visited).toEqual(["/api/login"]);
  });

  test("the 401 helper continues normally while the session is alive", async () => {
    const client = network.clientWith({ [ITEM]: [status(401), json([1])], [USER]: [json({ id: "1" })] });
    const outcome = client.ask({ url: ITEM });
    await vi.advanceTimersByTimeAsync(100);
    expect((await outcome).body).toEqual([1]);
    expect(network.visited).toEqual([]);
  });

  test("the 401 helper does not wait for an expired session and only warns about it", async () => {
    const client = network.clientWith({ [ITEM]: [status(401)], [USER]: [status(401)] });
    await expect(client.ask({ url: ITEM })).rejects.toThrow("Authentication failed - redirecting to login");
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM, USER, ITEM]);
    expect(network.visited).toEqual(["/api/login"]);
    expect(network.onSessionCheckFailed).toHaveBeenCalledTimes(2);
    expect(network.onFailure.mock.calls.map(([{ path }]) => path)).toEqual([ITEM, ITEM, ITEM]);
  });

  test("the 401 helper waits at most 5 seconds for the check", async () => {
    const client = network.clientWith({ [ITEM]: [status(401), json([])], [USER]: [silence] });
    const outcome = client.ask({ url: ITEM });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(network.requestedUrls()).toEqual([ITEM, USER]);
    await vi.advanceTimersByTimeAsync(1);
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM]);
    await outcome;
  });

  test.each([403, 404, 500, 503])("the 401 helper ignores %i", async (code) => {
    await expect(network.clientWith({ [ITEM]: [status(code)] }).ask({ url: ITEM })).rejects.toMatchObject({
      status: code,
    });
    expect(network.requestedUrls()).toEqual([ITEM]);
  });

  test.each([
    ["/api/auth/email-signin", status(401)],
    ["/api/auth/identity-link", json({ message: "No", code: "wrong_credentials" }, 401)],
  ])("the 401 helper ignores a wrong password at %s", async (url, reply) => {
    const outcome = network.clientWith({ [url]: [reply] }).ask({ method: "POST", url, body: {} });
    await expect(outcome).rejects.toMatchObject({ status: 401 });
    expect(network.requestedUrls()).toEqual([url]);
    expect(network.visited).toEqual([]);
  });

  test("the 401 helper retries after 1, 2 and 4 seconds without network, with a single attempt each time", async () => {
    const client = network.clientWith({ [ITEM]: [noNetwork] });
    const outcome = askAsQuery(() => client.ask({ url: ITEM })).catch((error: unknown) => error);
    for (const [pause, attempts] of [
      [0, 1],
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [3_999, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause);
      expect(network.requests).toHaveLength(attempts);
    }
    expect(await outcome).toMatchObject({ status: NO_RESPONSE });
    expect(network.visited).toEqual([]);
  });
});

describe("[CLIENT-08] the 401 helper, after the session of a user has ended", () => {
  const USER = "/api/auth/user";
  const ITEM = "/api/items";
  const A_MINUTE = 60_000;
  const expired = { [ITEM]: [status(401)], [USER]: [status(401)] };
  const settle = () => vi.advanceTimersByTimeAsync(A_MINUTE);

  beforeEach(() => {
    lastSeen.user = { id: "1" } as CurrentUserView;
  });
  afterEach(() => {
    lastSeen.user = null;
  });

  test("the 401 helper, after the session of a user has ended, waits for the dialog between two attempts, then sends the request again", async () => {
    const client = network.clientWith({ ...expired, [ITEM]: [status(401), json([1])] });
    const outcome = client.ask({ url: ITEM });
    await settle();
    expect(network.requestedUrls()).toEqual([ITEM, USER]);
    signInPrompt.get()?.(true);
    expect((await outcome).body).toEqual([1]);
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM]);
    expect(signInPrompt.get()).toBeNull();
  });

  test("the 401 helper, after the session of a user has ended, opens the dialog once, makes its other attempts when that is closed, and goes to sign-in", async () => {
    const outcome = network.clientWith(expired).ask({ url: ITEM });
    const failure = expect(outcome).rejects.toThrow("Authentication failed - redirecting to login");
    await settle();
    signInPrompt.get()?.(false);
    await failure;
    expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM, USER, ITEM]);
    expect(network.visited).toEqual(["/api/login"]);
    expect(signInPrompt.get()).toBeNull();
  });

  test("the 401 helper, after the session of a user has ended, opens one dialog for all requests, also those sent in another way", async () => {
    const open = vi.fn();
    const stop = signInPrompt.subscribe(() => signInPrompt.get() && open());
    const client = network.clientWith({ ...expired, [ITEM]: [status(401), status(401), json([1])] });
    let uploads = 0;
    const upload = client.withSession("/api/photos", async () => {
      uploads += 1;
      if (uploads === 1) throw new ApiError({ status: 401, message: "Unauthorized" });
      return "stored";
    });
    const reads = [client.ask({ url: ITEM }), client.ask({ url: ITEM })];
    await settle();
    expect(uploads).toBe(1);
    signInPrompt.get()?.(true);
    expect(await upload).toBe("stored");
    expect((await Promise.all(reads)).map(({ body }) => body)).toEqual([[1], [1]]);
    expect(open).toHaveBeenCalledOnce();
    stop();
  });

  test.each([
    ["gets no response", silence],
    ["fails", status(503)],
  ])(
    "the 401 helper, after the session of a user has ended, opens no dialog when the session check %s",
    async (_, reply) => {
      const outcome = network.clientWith({ ...expired, [USER]: [reply] }).ask({ url: ITEM });
      const failure = expect(outcome).rejects.toThrow("Authentication failed - redirecting to login");
      await settle();
      await failure;
      expect(network.requestedUrls()).toEqual([ITEM, USER, ITEM, USER, ITEM]);
    },
  );
});
