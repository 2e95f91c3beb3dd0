import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/errors.ts";
import { Intents } from "./intents.ts";
import { BREAKPOINTS, deviceOf, followResize } from "./viewport.ts";

describe("[CONST-01] window size", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("the window size has five breakpoints", () =>
    expect(BREAKPOINTS).toEqual({ sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 }));

  it.each([
    [320, true, "mobile"],
    [767, false, "mobile"],
    [768, true, "tablet"],
    [1023, true, "tablet"],
    [768, false, "desktop"],
    [1024, true, "desktop"],
    [1440, false, "desktop"],
  ])("%i px with touch %s is a %s", (width, isTouch, device) => expect(deviceOf({ width, isTouch })).toBe(device));

  it("the window size is reported after 100 ms without a change", () => {
    const target = new EventTarget();
    const onRest = vi.fn();
    const stop = followResize(target, onRest);
    const resize = () => target.dispatchEvent(new Event("resize"));
    resize();
    vi.advanceTimersByTime(99);
    resize();
    vi.advanceTimersByTime(99);
    expect(onRest).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onRest).toHaveBeenCalledOnce();
    resize();
    stop();
    resize();
    vi.advanceTimersByTime(1_000);
    expect(onRest).toHaveBeenCalledOnce();
  });
});

const failWith = (status: number) => async (key: string) => {
  keys.push(key);
  throw new ApiError({ status, message: "No" });
};
const succeed = async (key: string) => void keys.push(key);

let keys: string[] = [];

async function tryAll(...tries: [request: unknown, send: (key: string) => Promise<unknown>][]): Promise<string[]> {
  const intents = new Intents();
  keys = [];
  for (const [request, send] of tries) await intents.attempt(request, send).catch(() => undefined);
  return keys;
}

describe("idempotency keys of intents", () => {
  it.each([0, 500, 503])("idempotency keys of intents are reused after %i, which decides nothing", async (status) => {
    const [first, second, third] = await tryAll([{ a: 1 }, failWith(status)], [{ a: 1 }, succeed], [{ a: 1 }, succeed]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each([400, 409, 429])(
    "idempotency keys of intents are new after %i, because the server has decided",
    async (status) => {
      const [first, second] = await tryAll([{ a: 1 }, failWith(status)], [{ a: 1 }, succeed]);
      expect(second).not.toBe(first);
    },
  );

  it("idempotency keys of intents are new for a different request", async () => {
    const [first, second] = await tryAll([{ a: 1 }, failWith(503)], [{ a: 2 }, succeed]);
    expect(second).not.toBe(first);
  });
});
