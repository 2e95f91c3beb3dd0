import { expect, onTestFinished, test, vi } from "vitest";
import { deviceStore, type StoredDraft } from "./draft-store.ts";

const DRAFT = { key: "a booking's return" } as StoredDraft;

/** A database of drafts. The first connections fail, as those that a browser closed do. */
function useDatabase(failing: number) {
  const state = { connections: 0, drafts: new Map<string, unknown>() };
  /** Answers after its caller has set `onsuccess`. */
  const answered = (result: unknown) => {
    const request = { result, onsuccess: () => undefined };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const store = {
    put: (draft: StoredDraft) => state.drafts.set(draft.key, draft),
    get: (key: string) => answered(state.drafts.get(key)),
    index: () => ({ getAll: () => answered([]) }),
  };
  const open = () => {
    state.connections += 1;
    const isClosed = state.connections <= failing;
    return answered({
      transaction: () => {
        if (isClosed) throw new Error("The database connection is closing");
        const transaction = { objectStore: () => store, oncomplete: () => undefined };
        setImmediate(() => transaction.oncomplete());
        return transaction;
      },
    });
  };
  vi.stubGlobal("indexedDB", { open });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return state;
}

test("[COND-01] [KIT-01] a draft stays in memory on a device that can't keep it", async () => {
  const { drafts } = useDatabase(Number.POSITIVE_INFINITY);
  expect(await deviceStore.saveDraft(DRAFT)).toBe(false);
  expect(drafts.size).toBe(0);
  expect((await deviceStore.load(DRAFT.key)).draft).toEqual(DRAFT);
});

test("[COND-01] [KIT-01] a draft is kept with a new connection when the browser has closed the former one", async () => {
  const kept = useDatabase(1);
  expect(await deviceStore.saveDraft(DRAFT)).toBe(true);
  expect(kept).toEqual({ connections: 2, drafts: new Map([[DRAFT.key, DRAFT]]) });
  expect((await deviceStore.load(DRAFT.key)).draft).toEqual(DRAFT);
});
