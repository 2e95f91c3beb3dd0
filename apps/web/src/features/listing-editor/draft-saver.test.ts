import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeStorage } from "../../lib/testing/fake-storage.ts";
import { DraftSaver, findLocalDraft, startOf } from "./draft.ts";
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

describe("draft input", () => {
  it("the draft input is stored on the device immediately and sent to the server once after a pause", async () => {
    const save = vi.fn(async () => {});
    const { saver, memory, statuses } = saverWith(save);
    saver.change({ title: "T" });
    await vi.advanceTimersByTimeAsync(799);
    saver.change({ title: "Te" });
    await vi.advanceTimersByTimeAsync(799);
    expect(save).not.toHaveBeenCalled();
    expect(findLocalDraft(memory, KEY)).toEqual({ content: { title: "Te" }, keptAt: Date.now() - 799 });
    await vi.advanceTimersByTimeAsync(1);
    expect(save.mock.calls).toEqual([[{ title: "Te" }]]);
    expect(statuses).toEqual(["saved"]);
    expect(memory.kept.size).toBe(0);
  });

  it("the draft input waits for a running save, so that an older save never overwrites a newer one", async () => {
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

  it("the draft input stays on the device while the server is unreachable, and is sent later", async () => {
    const save = vi.fn(async () => {}).mockRejectedValueOnce(new Error("offline"));
    const { saver, memory, statuses } = saverWith(save);
    saver.change({ title: "T" });
    await vi.advanceTimersByTimeAsync(800);
    expect(statuses).toEqual(["kept"]);
    expect(findLocalDraft(memory, KEY)?.content).toEqual({ title: "T" });
    saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses).toEqual(["kept", "saved"]);
    expect(memory.kept.size).toBe(0);
  });

  it("the draft input is not saved while the form is submitted, and is cleared once that succeeds", async () => {
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

  it("the draft input is saved again when the submission was rejected", async () => {
    const save = vi.fn(async () => {});
    const { saver } = saverWith(save);
    await saver.pause();
    saver.change({ title: "T" });
    saver.resume();
    expect(save.mock.calls).toEqual([[{ title: "T" }]]);
  });
});

describe("listing form", () => {
  const at = (updatedAt: string, title: string) => ({ itemId: null, content: { title }, updatedAt });
  const start = (memory: ReturnType<typeof fakeStorage>, ...drafts: ReturnType<typeof at>[]) =>
    startOf({ base: EMPTY_LISTING, drafts, itemId: null, memory, key: KEY });

  it("listing form starts with the most recent draft, from the server or the device", () => {
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

  it("listing form starts with input typed right after the last save, even though the server's time is only precise to the second", () => {
    const memory = fakeStorage();
    new DraftSaver({ save: async () => {}, memory, key: KEY, onStatus: () => {} }).change({ title: "Kept" });
    expect(start(memory, at("2026-05-01T12:00:00.999Z", "Sent")).values.title).toBe("Kept");
    expect(start(memory, at("2026-05-01T12:00:03.001Z", "Sent")).values.title).toBe("Sent");
  });

  it("listing form ignores a draft without changes and one of another listing", () => {
    const memory = fakeStorage();
    memory.set(KEY, "{broken");
    expect(start(memory, at("2026-05-01T11:00:00Z", "")).isRestored).toBe(false);
    expect(start(memory, { ...at("2026-05-01T11:00:00Z", "Other"), itemId: "x" as never }).isRestored).toBe(false);
  });
});
