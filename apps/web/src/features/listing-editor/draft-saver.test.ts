import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeStorage } from "../../lib/testing/fake-storage.ts";
import { DraftSaver, findKeptDraft, startOf } from "./draft.ts";
import { EMPTY_LISTING } from "./listing-values.ts";

const KEY = "draft";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-05-01T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

function saverWith(save: (content: object) => Promise<void>) {
  const memory = fakeStorage();
  const statuses: unknown[] = [];
  const saver = new DraftSaver({ save, memory, key: KEY, onStatus: (status) => statuses.push(status) });
  return { saver, memory, statuses };
}

describe("what is typed", () => {
  it("is on the device at once and with the server after a pause, once", async () => {
    const save = vi.fn(async () => {});
    const { saver, memory, statuses } = saverWith(save);
    saver.change({ title: "T" });
    await vi.advanceTimersByTimeAsync(799);
    saver.change({ title: "Te" });
    await vi.advanceTimersByTimeAsync(799);
    expect(save).not.toHaveBeenCalled();
    expect(findKeptDraft(memory, KEY)).toEqual({ content: { title: "Te" }, keptAt: Date.now() - 799 });
    await vi.advanceTimersByTimeAsync(1);
    expect(save.mock.calls).toEqual([[{ title: "Te" }]]);
    expect(statuses).toEqual(["saved"]);
    expect(memory.kept.size).toBe(0);
  });

  it("while a save is under way waits for it, so that an older one never comes last", async () => {
    const finish: (() => void)[] = [];
    const save = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)));
    const { saver, memory, statuses } = saverWith(save);
    saver.change({ title: "T" });
    await vi.advanceTimersByTimeAsync(800);
    saver.change({ title: "Te" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(save).toHaveBeenCalledTimes(1);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(800);
    expect(save.mock.calls[1]).toEqual([{ title: "Te" }]);
    expect(statuses).toEqual([]);
    finish[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses).toEqual(["saved"]);
    expect(memory.kept.size).toBe(0);
  });

  it("stays on the device while the server cannot be reached, and is sent later", async () => {
    const save = vi.fn(async () => {}).mockRejectedValueOnce(new Error("offline"));
    const { saver, memory, statuses } = saverWith(save);
    saver.change({ title: "T" });
    await vi.advanceTimersByTimeAsync(800);
    expect(statuses).toEqual(["kept"]);
    expect(findKeptDraft(memory, KEY)?.content).toEqual({ title: "T" });
    saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses).toEqual(["kept", "saved"]);
    expect(memory.kept.size).toBe(0);
  });

  it("waits while the whole is sent, and is gone once that has worked", async () => {
    let finish = () => {};
    const save = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const { saver, memory } = saverWith(save);
    saver.change({ title: "T" });
    saver.flush();
    let isPaused = false;
    const paused = saver.pause().then(() => {
      isPaused = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(isPaused).toBe(false);
    finish();
    await paused;
    saver.change({ title: "Te" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(save).toHaveBeenCalledTimes(1);
    saver.forget();
    saver.resume();
    expect(save).toHaveBeenCalledTimes(1);
    expect(memory.kept.size).toBe(0);
  });

  it("goes on being kept when the whole was refused", async () => {
    const save = vi.fn(async () => {});
    const { saver } = saverWith(save);
    await saver.pause();
    saver.change({ title: "T" });
    saver.resume();
    expect(save.mock.calls).toEqual([[{ title: "T" }]]);
  });
});

describe("a form", () => {
  const at = (updatedAt: string, title: string) => ({ itemId: null, content: { title }, updatedAt });
  const start = (memory: ReturnType<typeof fakeStorage>, ...drafts: ReturnType<typeof at>[]) =>
    startOf({ base: EMPTY_LISTING, drafts, itemId: null, memory, key: KEY });

  it("begins with the draft that was changed last, wherever that is", () => {
    const memory = fakeStorage();
    expect(start(memory)).toEqual({ values: EMPTY_LISTING, isRestored: false, isUnsent: false });
    expect(start(memory, at("2026-05-01T11:00:00Z", "Sent")).values.title).toBe("Sent");
    new DraftSaver({ save: async () => {}, memory, key: KEY, onStatus: () => {} }).change({ title: "Kept" });
    expect(start(memory)).toMatchObject({ values: { title: "Kept" }, isRestored: true, isUnsent: true });
    expect(start(memory, at("2026-05-01T11:00:00Z", "Sent")).values.title).toBe("Kept");
    expect(start(memory, at("2026-05-01T13:00:00Z", "Sent"))).toMatchObject({
      values: { title: "Sent" },
      isRestored: true,
      isUnsent: false,
    });
  });

  it("begins with what was typed right after the last save, though the server's time is known to the second only", () => {
    const memory = fakeStorage();
    new DraftSaver({ save: async () => {}, memory, key: KEY, onStatus: () => {} }).change({ title: "Kept" });
    expect(start(memory, at("2026-05-01T12:00:00.999Z", "Sent")).values.title).toBe("Kept");
    expect(start(memory, at("2026-05-01T12:00:03.001Z", "Sent")).values.title).toBe("Sent");
  });

  it("says nothing of a draft that changes nothing, nor of one of another listing", () => {
    const memory = fakeStorage();
    memory.set(KEY, "{broken");
    expect(start(memory, at("2026-05-01T11:00:00Z", "")).isRestored).toBe(false);
    expect(start(memory, { ...at("2026-05-01T11:00:00Z", "Other"), itemId: "x" as never }).isRestored).toBe(false);
  });
});
