import type { NewConditionReport } from "@nexby/contract/bookings/condition";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, isRetryable, NO_RESPONSE } from "../../lib/api/errors.ts";
import { CONDITION } from "../../testing/condition.fixture.ts";
import type { DraftStore, StoredDraft, StoredPhoto } from "./draft-store.ts";
import { type DraftParts, ReportDraft } from "./report-draft.ts";

const HASH = "f".repeat(64);
const failure = (status: number) => new ApiError({ status, message: `Failed with ${status}` });
const noResponse = () => failure(NO_RESPONSE);
const file = (name: string) => new File([name], name);

/** Devices need a moment to store something. */
const takeTime = () => new Promise((resolve) => setTimeout(resolve));

/** Keeps everything until the test ends, like a device across reloads. */
class FakeStore implements DraftStore {
  readonly drafts = new Map<string, StoredDraft>();
  readonly photos = new Map<string, StoredPhoto>();
  isFull = false;
  /** As it was when it was removed. */
  removed: StoredDraft | undefined;
  load = async (key: string) => ({
    draft: this.drafts.get(key) ?? null,
    photos: [...this.photos.values()].filter(({ draftKey }) => draftKey === key),
  });
  saveDraft = async (draft: StoredDraft) => {
    const copy = structuredClone(draft);
    await takeTime();
    this.drafts.set(copy.key, copy);
    return !this.isFull;
  };
  savePhoto = async (photo: StoredPhoto) => {
    await takeTime();
    this.photos.set(photo.id, photo);
    return !this.isFull;
  };
  removePhoto = async (id: string) => void this.photos.delete(id);
  removeDraft = async (key: string) => {
    this.removed = this.drafts.get(key);
    this.drafts.delete(key);
    this.photos.clear();
  };
}

let store: FakeStore;
let lastId: number;
const sendPhoto = vi.fn<DraftParts["sendPhoto"]>();
const sendReport = vi.fn<DraftParts["sendReport"]>();

function openDraft(): ReportDraft {
  return new ReportDraft({
    key: "booking:renter:check_out",
    phase: "check_out",
    store,
    sendPhoto,
    sendReport,
    hashOf: async () => HASH,
    requestPersistence: async () => true,
    newId: () => {
      lastId += 1;
      return `id-${lastId}`;
    },
    check: ({ name }) => (name === "huge" ? "Too large" : null),
    explain: (error) => ({ message: (error as Error).message, canRetry: isRetryable(error) }),
    preview: { of: ({ name }) => `blob:${name}`, revoke: () => undefined },
  });
}

async function loaded(): Promise<ReportDraft> {
  const draft = openDraft();
  await draft.load();
  return draft;
}

const bodyOf = (draft: ReportDraft, notes = ""): NewConditionReport => ({
  phase: "check_out",
  condition: "good",
  notes,
  photoIds: draft.state().entries.map(({ id }) => id),
  marks: [],
});
const statuses = (draft: ReportDraft) =>
  draft.state().entries.map(({ id }) => draft.state().photos.get(id)?.status ?? null);
const sentPhotoIds = () => sendPhoto.mock.calls.map(([{ id }]) => id);

beforeEach(() => {
  store = new FakeStore();
  lastId = 0;
  sendPhoto.mockReset().mockImplementation(async ({ id }) => ({ url: `/${id}`, originalSha256: HASH }));
  sendReport.mockReset().mockResolvedValue(CONDITION);
});

describe("a condition report on the device", () => {
  it("[COND-01] a condition report on the device keeps each photo before it sends it, and verifies the server's hash against its own", async () => {
    const keptWhenSent: boolean[] = [];
    sendPhoto.mockImplementation(async ({ id }) => {
      keptWhenSent.push(store.photos.has(id));
      return { url: `/${id}`, originalSha256: id === "id-1" ? HASH : "0".repeat(64) };
    });
    const draft = await loaded();
    draft.add([file("a"), file("b")], "whole");
    expect(statuses(draft)).toEqual(["saving", "saving"]);
    await expect.poll(() => statuses(draft)).toEqual(["verified", "sent"]);
    expect(keptWhenSent).toEqual([true, true]);
    expect(sendPhoto.mock.calls[0]?.[0]).toMatchObject({ shot: "whole", sha256: HASH });
  });

  it("[COND-01] a condition report on the device keeps the report's id until the server has the report, sends it once, after its photos, and leaves nothing", async () => {
    const keptIds: (string | undefined)[] = [];
    sendReport.mockImplementation(async () => {
      keptIds.push(store.drafts.get("booking:renter:check_out")?.attempt?.reportId);
      return CONDITION;
    });
    const draft = await loaded();
    draft.add([file("a")], null);
    draft.setFields({ condition: "good", notes: "", marks: [] });
    expect(await draft.submit(bodyOf(draft))).toBe("sent");
    expect(sendReport.mock.calls).toEqual([["id-2", expect.objectContaining({ photoIds: ["id-1"] })]]);
    expect(keptIds).toEqual(["id-2"]);
    expect(store.removed).toMatchObject({ isQueued: true, photoIds: ["id-1"], attempt: { reportId: "id-2" } });
    expect([store.drafts.size, store.photos.size, draft.state().endings]).toEqual([0, 0, 1]);
    draft.resume();
    expect(sendReport).toHaveBeenCalledOnce();
  });

  it("[COND-01] a condition report on the device waits for the connection and is sent by the next visit under the same ids", async () => {
    sendPhoto.mockRejectedValue(noResponse());
    const draft = await loaded();
    draft.add([file("a"), file("b")], "whole");
    draft.uploads.move("id-2", 0);
    expect(await draft.submit(bodyOf(draft))).toBe("queued");
    expect([draft.state().isQueued, statuses(draft)]).toEqual([true, ["device", "device"]]);
    draft.close();

    sendPhoto.mockReset().mockImplementation(async ({ id }) => ({ url: `/${id}`, originalSha256: HASH }));
    const next = await loaded();
    await expect.poll(() => sendReport).toHaveBeenCalledOnce();
    expect(sendReport.mock.calls[0]).toEqual(["id-3", expect.objectContaining({ photoIds: ["id-2", "id-1"] })]);
    expect(sentPhotoIds().toSorted()).toEqual(["id-1", "id-2"]);
    next.close();
  });

  it("[COND-01] a condition report on the device sends a lost report again with the same id, and a corrected one with a new id", async () => {
    sendReport.mockRejectedValue(noResponse());
    const draft = await loaded();
    expect(await draft.submit(bodyOf(draft, "A scratch"))).toBe("queued");
    expect(await draft.submit(bodyOf(draft, "A scratch"))).toBe("queued");
    draft.setFields({ condition: "good", notes: "Two scratches", marks: [] });
    expect(draft.state().isQueued).toBe(false);
    expect(await draft.submit(bodyOf(draft, "Two scratches"))).toBe("queued");
    expect(sendReport.mock.calls.map(([id]) => id)).toEqual(["id-1", "id-1", "id-2"]);
    draft.close();
  });

  it("[COND-01] a condition report on the device sends a photo again when its connection comes back, without asking for it", async () => {
    sendPhoto.mockRejectedValueOnce(noResponse());
    const draft = await loaded();
    draft.add([file("a")], null);
    await expect.poll(() => draft.state().entries[0]?.state).toBe("failed");
    draft.resume();
    await expect.poll(() => statuses(draft)).toEqual(["verified"]);
    expect(sentPhotoIds()).toEqual(["id-1", "id-1"]);
    draft.close();
  });

  it("[COND-01] a condition report on the device stays a draft with the reason when the server refuses it", async () => {
    sendReport.mockRejectedValue(failure(409));
    const draft = await loaded();
    draft.setFields({ condition: "good", notes: "All fine", marks: [] });
    await expect(draft.submit(bodyOf(draft, "All fine"))).rejects.toThrow("Failed with 409");
    expect(draft.state()).toMatchObject({ isQueued: false, problem: "Failed with 409" });
    await expect
      .poll(() => store.drafts.get("booking:renter:check_out"))
      .toMatchObject({ isQueued: false, fields: { notes: "All fine" } });
  });

  it("[CODE-01] a condition report on the device leaves out a refused photo code when nobody is there to correct it, but asks a person who is", async () => {
    const refusal = new ApiError({ status: 422, message: "Incorrect", details: { code: "wrong_photo_code" } });
    sendReport.mockImplementation(async (_, { photoCode }) => {
      if (photoCode) throw refusal;
      return CONDITION;
    });
    const code = { photoCode: "123456", photoCodeAt: "2026-06-04T13:00:00.000Z" };
    const attended = await loaded();
    attended.setFields({ condition: "good", notes: "", marks: [], ...code });
    await expect(attended.submit({ ...bodyOf(attended), ...code })).rejects.toThrow("Incorrect");
    expect(attended.state()).toMatchObject({ problem: "Incorrect", fields: code });

    sendReport.mockRejectedValueOnce(noResponse());
    expect(await attended.submit({ ...bodyOf(attended), ...code })).toBe("queued");
    attended.close();
    const next = openDraft();
    const onSent = vi.fn();
    next.onSent = onSent;
    await next.load();
    expect(next.state().fields).toMatchObject(code);
    await expect.poll(() => onSent).toHaveBeenCalledWith(CONDITION, { verifiedCount: 0, isWithoutCode: true });
    expect(sendReport.mock.calls.map(([id, { photoCode }]) => [id, photoCode])).toEqual([
      ["id-1", "123456"],
      ["id-1", "123456"],
      ["id-1", "123456"],
      ["id-2", undefined],
    ]);
    expect(store.drafts.size).toBe(0);
    next.close();
  });

  it("[COND-01] a condition report on the device is not sent with a photo that can't be sent", async () => {
    const draft = await loaded();
    draft.add([file("huge")], null);
    await expect(draft.submit(bodyOf(draft))).rejects.toThrow("Remove the photos that can’t be sent");
    expect(sendReport).not.toHaveBeenCalled();
  });

  it("[COND-01] a condition report on the device forgets a removed photo, and everything when it is discarded", async () => {
    const draft = await loaded();
    draft.add([file("a"), file("b")], null);
    draft.uploads.remove("id-1");
    await expect.poll(() => [...store.photos.keys()]).toEqual(["id-2"]);
    await draft.discard();
    expect([store.drafts.size, store.photos.size, draft.state().entries]).toEqual([0, 0, []]);
  });

  it("a condition report on the device keeps working in memory when the device can't store it", async () => {
    store.isFull = true;
    const draft = await loaded();
    draft.add([file("a")], null);
    await expect.poll(() => draft.state().storage).toBe("memory");
    expect(await draft.submit(bodyOf(draft))).toBe("sent");
  });

  it("[COND-01] a condition report on the device takes at most 30 photos", async () => {
    const draft = await loaded();
    expect(
      draft.add(
        Array.from({ length: 32 }, (_, index) => file(String(index))),
        null,
      ),
    ).toBe(2);
    expect(draft.state().entries).toHaveLength(30);
    draft.close();
  });
});
