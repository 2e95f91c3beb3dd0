import type { MessageView } from "@nexby/contract/messaging/conversations";
import { describe, expect, it, vi } from "vitest";
import { ApiError, NO_RESPONSE } from "../../lib/api/errors.ts";
import { Thread } from "./thread.ts";

const message = (sequence: number, id = `m${sequence}`): MessageView => ({
  id,
  conversationId: "c1",
  sequence,
  type: "text",
  sender: "other",
  content: `Message ${sequence}`,
  hidden: [],
  photo: null,
  createdAt: "2026-11-18T09:00:00.000Z",
});

/** A conversation on the server, and what the browser remembers. */
function setUp(count: number, stored = new Map<string, string>()) {
  const messages = Array.from({ length: count }, (_, index) => message(index + 1));
  const calls = {
    list: vi.fn(async ({ before, after, limit = "50" }: Record<string, string>) => {
      if (after !== undefined)
        return messages.filter(({ sequence }) => sequence > Number(after)).slice(0, Number(limit));
      return messages.filter(({ sequence }) => sequence < Number(before ?? Infinity)).slice(-Number(limit));
    }),
    send: vi.fn(async (id: string) => {
      const sent = messages.find((one) => one.id === id) ?? message(messages.length + 1, id);
      if (!messages.includes(sent)) messages.push(sent);
      return sent;
    }),
    sendPhoto: vi.fn(),
  };
  const memory = {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
  };
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `own${ids}`;
  };
  const thread = new Thread({ calls, memory, newId, conversationId: "c1" });
  const shown = () => thread.current().messages.map(({ sequence }) => sequence);
  return { thread, calls, messages, stored, shown };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a thread", () => {
  it("[MSG-01] a thread keeps a window of a long conversation and has no gap after any scrolling", async () => {
    const { thread, shown } = setUp(1000);
    await thread.start();
    expect(shown()).toEqual(range(951, 1000));
    for (let page = 0; page < 6; page += 1) await thread.loadOlder();
    expect(shown()).toEqual(range(651, 850));
    expect(thread.current()).toMatchObject({ hasOlder: true, hasNewer: true });
    await thread.loadNewer();
    expect(shown()).toEqual(range(701, 900));
    await thread.showLatest();
    expect(shown()).toEqual(range(951, 1000));
  });

  it("[MSG-01] a thread catches up by sequence after a break, without losses or duplicates", async () => {
    const { thread, messages, shown } = setUp(3);
    await thread.start();
    for (const sequence of range(4, 120)) messages.push(message(sequence));
    await Promise.all([thread.catchUp(), thread.catchUp(), thread.catchUp()]);
    expect(shown()).toEqual(range(1, 120));
  });

  it("[MSG-01] a thread shows my message immediately and doesn't duplicate it after it is sent", async () => {
    const { thread, messages, shown } = setUp(1);
    await thread.start();
    // The other person is faster.
    messages.push(message(2));
    thread.send("Hello");
    expect(thread.current().outgoing).toMatchObject([{ content: "Hello", state: "sending" }]);
    await settled();
    await thread.catchUp();
    expect(shown()).toEqual([1, 2, 3]);
    expect(thread.current().outgoing).toEqual([]);
  });

  it("[MSG-01] a thread sends messages in the order they were written, also after a failure", async () => {
    const { thread, calls, messages } = setUp(0);
    await thread.start();
    calls.send.mockImplementationOnce(() => settled().then(() => Promise.reject(new Error("offline"))));
    for (const text of ["One", "Two", "Three"]) thread.send(text);
    await expect.poll(() => messages).toHaveLength(2);
    thread.retryAll();
    await expect.poll(() => thread.current().outgoing).toEqual([]);
    expect(messages.map(({ id }) => id)).toEqual(["own2", "own3", "own1"]);
  });

  it("[MSG-01] a thread sends a message again under the same id when the answer is lost, also after a reload", async () => {
    const first = setUp(1);
    await first.thread.start();
    first.calls.send.mockImplementationOnce(async (id) => {
      first.messages.push(message(2, id));
      throw new ApiError({ status: NO_RESPONSE, message: "Lost" });
    });
    first.thread.send("Hello");
    await settled();
    expect(first.thread.current().outgoing).toMatchObject([{ state: "failed", problem: null }]);

    const second = setUp(1, first.stored);
    second.messages.push(message(2, "own1"));
    await second.thread.start();
    await settled();
    expect(second.thread.current().outgoing).toEqual([]);
    expect(second.shown()).toEqual([1, 2]);
    expect(second.stored.size).toBe(0);
  });

  it("[MSG-01] a thread keeps a refused message with its reason until its writer decides", async () => {
    const { thread, calls } = setUp(1);
    await thread.start();
    calls.send.mockRejectedValueOnce(new ApiError({ status: 409, message: "You can’t write here anymore" }));
    thread.send("Hello");
    await settled();
    thread.retryAll();
    expect(calls.send).toHaveBeenCalledTimes(1);
    expect(thread.current().outgoing).toMatchObject([{ problem: "You can’t write here anymore" }]);
    thread.discard("own1");
    expect(thread.current().outgoing).toEqual([]);
  });

  it("[MSG-01] a thread can be loaded again after a failure", async () => {
    const { thread, calls, shown } = setUp(2);
    calls.list.mockRejectedValueOnce(new Error("offline"));
    await thread.start();
    expect(thread.current()).toMatchObject({ hasFailed: true, isLoading: false });
    await thread.catchUp();
    expect(shown()).toEqual([1, 2]);
    expect(thread.current().hasFailed).toBe(false);
  });
});
