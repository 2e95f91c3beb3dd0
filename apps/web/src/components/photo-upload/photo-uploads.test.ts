import { beforeEach, describe, expect, test, vi } from "vitest";
import type { UploadWatch } from "../../lib/api/upload-file.ts";
import {
  addressesOf,
  arrived,
  changed,
  type Entry,
  isBusy,
  keptEntry,
  moved,
  nextToSend,
  type Pending,
  reconciled,
  without,
  withRoom,
} from "./photo-list.ts";
import { PhotoUploads } from "./photo-uploads.ts";

const pending = (id: string, state: Pending["state"] = "waiting"): Pending => ({
  id,
  state,
  file: new File(["x"], `${id}.jpg`),
  preview: `blob:${id}`,
  progress: 0,
  problem: null,
  canRetry: true,
});
const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);
const [a, b, c] = [keptEntry("/a"), keptEntry("/b"), keptEntry("/c")];

describe("photo list", () => {
  test("the photo list lists the URLs of stored photos in order", () =>
    expect(addressesOf([a, pending("x"), b, pending("y", "failed")])).toEqual(["/a", "/b"]));

  test("the photo list follows the form's images and leaves pending photos in their place", () => {
    const x = pending("x", "sending");
    expect(idsOf(reconciled([a, x, b], ["/b", "/a", "/c"]))).toEqual(["/b", "x", "/a", "/c"]);
    expect(idsOf(reconciled([a, b, x], []))).toEqual(["x"]);
    expect(idsOf(reconciled([], ["/a"]))).toEqual(["/a"]);
    const shown = { ...a, preview: "blob:a" };
    expect(reconciled([shown], ["/a"])).toEqual([shown]);
  });

  test("the photo list accepts only as many files as there is room for", () => {
    const files = ["1", "2", "3"].map((name) => new File([], name));
    expect(withRoom([a, pending("x")], files, 4)).toEqual(files.slice(0, 2));
    expect(withRoom([a, b], files, 2)).toEqual([]);
    expect(withRoom([a, b], files, 1)).toEqual([]);
  });

  test("the photo list changes pending photos but not stored ones", () => {
    expect(changed([a, pending("x")], "x", { progress: 0.5 })[1]).toMatchObject({ progress: 0.5 });
    expect(changed([a], "/a", { progress: 0.5 })).toEqual([a]);
  });

  test("the photo list keeps an uploaded photo in its place, still showing the file", () =>
    expect(arrived([a, pending("x"), b], "x", "/c")).toEqual([a, { ...c, id: "x", preview: "blob:x" }, b]));

  test("the photo list removes a photo", () => expect(without([a, pending("x"), b], "x")).toEqual([a, b]));

  test.each([
    ["/c", 0, ["/c", "/a", "/b"]],
    ["/a", 1, ["/b", "/a", "/c"]],
    ["/a", 2, ["/b", "/c", "/a"]],
    ["/a", -1, ["/a", "/b", "/c"]],
    ["/c", 9, ["/a", "/b", "/c"]],
    ["/none", 0, ["/a", "/b", "/c"]],
  ])("the photo list moves %s to position %i", (id, to, order) =>
    expect(idsOf(moved([a, b, c], id, to))).toEqual(order),
  );

  test("the photo list sends photos in order with a concurrency limit, and failed ones only on retry", () => {
    const list = [pending("1", "sending"), a, pending("2", "failed"), pending("3"), pending("4")];
    expect(nextToSend(list, 2)).toEqual(["3"]);
    expect(nextToSend(list, 1)).toEqual([]);
    expect(nextToSend([pending("3"), pending("4"), pending("5")], 2)).toEqual(["3", "4"]);
  });

  test("the photo list is busy while photos are waiting or being sent", () => {
    expect([isBusy([a, pending("x")]), isBusy([pending("x", "sending")])]).toEqual([true, true]);
    expect(isBusy([a, pending("x", "failed")])).toBe(false);
  });
});

type Sent = UploadWatch & { name: string; succeed: () => Promise<void>; fail: (error: unknown) => Promise<void> };

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const file = (name: string) => new File(["x"], name);

let sent: Sent[];
let revoked: string[];
let uploads: PhotoUploads;
let kept: string[][];
let announcements: string[];

const sentFile = (name: string): Sent => {
  const found = sent.findLast((one) => one.name === name);
  if (!found) throw new Error(`${name} was not sent`);
  return found;
};
const states = () => uploads.entries().map(({ state }) => state);
const idAt = (index: number) => uploads.entries()[index]?.id ?? "";

beforeEach(() => {
  [sent, revoked, kept, announcements] = [[], [], [], []];
  uploads = new PhotoUploads({
    send: ({ name }, watch) =>
      new Promise((resolve, reject) => {
        watch.signal.addEventListener("abort", () => reject(watch.signal.reason));
        const succeed = async () => {
          resolve(`/${name}`);
          await settled();
        };
        const fail = async (error: unknown) => {
          reject(error);
          await settled();
        };
        sent.push({ ...watch, name, succeed, fail });
      }),
    check: ({ name }) => (name === "huge" ? "Too large" : null),
    explain: (error) => ({ message: String(error), canRetry: error !== "not a photo" }),
    preview: { of: ({ name }) => `blob:${name}`, revoke: (preview) => revoked.push(preview) },
    hasCover: true,
  });
  uploads.onKept = (addresses) => kept.push(addresses);
  uploads.onAnnouncement = (text) => announcements.push(text);
});

describe("photo uploads", () => {
  test("photo uploads send two at once, then the next, and report each stored photo", async () => {
    uploads.add([file("a"), file("b"), file("c")], 20);
    expect(states()).toEqual(["sending", "sending", "waiting"]);
    await sentFile("b").succeed();
    expect(states()).toEqual(["sending", "kept", "sending"]);
    await sentFile("a").succeed();
    await sentFile("c").succeed();
    expect(kept).toEqual([["/b"], ["/a", "/b"], ["/a", "/b", "/c"]]);
    expect(announcements.at(-1)).toBe("Photo uploaded. 3 total");
  });

  test("photo uploads report their progress", () => {
    uploads.add([file("a")], 20);
    sentFile("a").onProgress(0.4);
    expect(uploads.entries()[0]).toMatchObject({ state: "sending", progress: 0.4 });
  });

  test("photo uploads abort when canceled, release the preview and make room for the next", async () => {
    uploads.add([file("a"), file("b"), file("c")], 20);
    uploads.remove(idAt(0));
    await settled();
    expect(sentFile("a").signal.aborted).toBe(true);
    expect(sentFile("c").signal.aborted).toBe(false);
    expect([states(), revoked, announcements]).toEqual([["sending", "sending"], ["blob:a"], ["Upload canceled"]]);
    expect(kept).toEqual([]);
  });

  test("photo uploads show why they failed and can be retried, unless a retry would fail the same way", async () => {
    uploads.add([file("a"), file("b")], 20);
    await sentFile("a").fail("no network");
    await sentFile("b").fail("not a photo");
    expect(uploads.entries()).toMatchObject([
      { state: "failed", problem: "no network", canRetry: true },
      { state: "failed", problem: "not a photo", canRetry: false },
    ]);
    uploads.retry(idAt(0));
    expect(states()).toEqual(["sending", "failed"]);
    await sentFile("a").succeed();
    expect(kept).toEqual([["/a"]]);
  });

  test("photo uploads fail without being sent when the file is known to be invalid", () => {
    uploads.add([file("huge")], 20);
    expect(sent).toEqual([]);
    expect(uploads.entries()).toMatchObject([{ state: "failed", problem: "Too large", canRetry: false }]);
  });

  test("photo uploads stop at the limit and report how many files were left out", () => {
    uploads.follow(["/1", "/2"]);
    expect(uploads.add([file("a"), file("b"), file("c")], 4)).toBe(1);
    expect(uploads.entries()).toHaveLength(4);
  });

  test("photo uploads abort when the form is closed", async () => {
    uploads.add([file("a"), file("b")], 20);
    uploads.close();
    await settled();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(revoked).toEqual(["blob:a", "blob:b"]);
    expect(announcements).toEqual([]);
  });
});

describe("photo order", () => {
  beforeEach(() => uploads.follow(["/1", "/2", "/3"]));

  test("the photo order changes by moving, and the form is notified once per change", () => {
    uploads.move("/3", 0);
    uploads.move("/3", -1);
    uploads.move("/1", 2);
    expect(kept).toEqual([
      ["/3", "/1", "/2"],
      ["/3", "/2", "/1"],
    ]);
    expect(announcements).toEqual(["Photo moved. It’s now the cover", "Photo moved. It’s now photo 3 of 3"]);
  });

  test("the photo order ignores pending photos until they are stored", async () => {
    uploads.add([file("a")], 20);
    uploads.move(idAt(3), 0);
    expect(kept).toEqual([]);
    await sentFile("a").succeed();
    expect(kept).toEqual([["/a", "/1", "/2", "/3"]]);
  });

  test("the photo order drops removed photos", () => {
    uploads.remove("/2");
    uploads.remove("/none");
    expect([kept, announcements]).toEqual([[["/1", "/3"]], ["Photo removed"]]);
  });

  test("the photo order follows the form without reporting back what the form already knows", () => {
    const listener = vi.fn();
    uploads.subscribe(listener);
    uploads.follow(["/1", "/2", "/3"]);
    expect(listener).not.toHaveBeenCalled();
    uploads.follow(["/2"]);
    expect(addressesOf(uploads.entries())).toEqual(["/2"]);
    expect([listener.mock.calls.length, kept]).toEqual([1, []]);
  });
});
