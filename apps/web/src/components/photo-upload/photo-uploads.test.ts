import { beforeEach, describe, expect, test, vi } from "vitest";
import type { UploadWatch } from "../../lib/api/upload-file.ts";
import { addressesOf } from "./photo-list.ts";
import { PhotoUploads } from "./photo-uploads.ts";

type Sent = UploadWatch & { name: string; keep: () => Promise<void>; fail: (error: unknown) => Promise<void> };

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const file = (name: string) => new File(["x"], name);

let sent: Sent[];
let forgotten: string[];
let uploads: PhotoUploads;
let kept: string[][];
let news: string[];

const sentFile = (name: string): Sent => {
  const found = sent.findLast((one) => one.name === name);
  if (!found) throw new Error(`${name} was not sent`);
  return found;
};
const states = () => uploads.entries().map(({ state }) => state);
const idAt = (index: number) => uploads.entries()[index]?.id ?? "";

beforeEach(() => {
  [sent, forgotten, kept, news] = [[], [], [], []];
  uploads = new PhotoUploads({
    send: ({ name }, watch) =>
      new Promise((resolve, reject) => {
        watch.signal.addEventListener("abort", () => reject(watch.signal.reason));
        const keep = async () => {
          resolve(`/${name}`);
          await settled();
        };
        const fail = async (error: unknown) => {
          reject(error);
          await settled();
        };
        sent.push({ ...watch, name, keep, fail });
      }),
    check: ({ name }) => (name === "huge" ? "Too large" : null),
    explain: (error) => ({ message: String(error), canRetry: error !== "not a photo" }),
    preview: { of: ({ name }) => `blob:${name}`, forget: (preview) => forgotten.push(preview) },
  });
  uploads.onKept = (addresses) => kept.push(addresses);
  uploads.onNews = (words) => news.push(words);
});

describe("uploads of photos", () => {
  test("two go at once, the next follows, and each is told when the server has it", async () => {
    uploads.add([file("a"), file("b"), file("c")], 20);
    expect(states()).toEqual(["sending", "sending", "waiting"]);
    await sentFile("b").keep();
    expect(states()).toEqual(["sending", "kept", "sending"]);
    await sentFile("a").keep();
    await sentFile("c").keep();
    expect(kept).toEqual([["/b"], ["/a", "/b"], ["/a", "/b", "/c"]]);
    expect(news.at(-1)).toBe("Photo uploaded. 3 in all");
  });

  test("show how far they are", () => {
    uploads.add([file("a")], 20);
    sentFile("a").onProgress(0.4);
    expect(uploads.entries()[0]).toMatchObject({ state: "sending", progress: 0.4 });
  });

  test("that are canceled are given up, forgotten, and make room for the next", async () => {
    uploads.add([file("a"), file("b"), file("c")], 20);
    uploads.remove(idAt(0));
    await settled();
    expect(sentFile("a").signal.aborted).toBe(true);
    expect(sentFile("c").signal.aborted).toBe(false);
    expect([states(), forgotten, news]).toEqual([["sending", "sending"], ["blob:a"], ["Upload canceled"]]);
    expect(kept).toEqual([]);
  });

  test("that fail say why and can be tried again, unless that would end the same way", async () => {
    uploads.add([file("a"), file("b")], 20);
    await sentFile("a").fail("no network");
    await sentFile("b").fail("not a photo");
    expect(uploads.entries()).toMatchObject([
      { state: "failed", problem: "no network", canRetry: true },
      { state: "failed", problem: "not a photo", canRetry: false },
    ]);
    uploads.retry(idAt(0));
    expect(states()).toEqual(["sending", "failed"]);
    await sentFile("a").keep();
    expect(kept).toEqual([["/a"]]);
  });

  test("of what need not be sent to be refused are not sent", () => {
    uploads.add([file("huge")], 20);
    expect(sent).toEqual([]);
    expect(uploads.entries()).toMatchObject([{ state: "failed", problem: "Too large", canRetry: false }]);
  });

  test("stop where there is no room, and say how many were left out", () => {
    uploads.follow(["/1", "/2"]);
    expect(uploads.add([file("a"), file("b"), file("c")], 4)).toBe(1);
    expect(uploads.entries()).toHaveLength(4);
  });

  test("are given up when nobody looks any more", async () => {
    uploads.add([file("a"), file("b")], 20);
    uploads.close();
    await settled();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(forgotten).toEqual(["blob:a", "blob:b"]);
    expect(news).toEqual([]);
  });
});

describe("the order of photos", () => {
  beforeEach(() => uploads.follow(["/1", "/2", "/3"]));

  test("changes by moving, and the form is told once per change", () => {
    uploads.move("/3", 0);
    uploads.move("/3", -1);
    uploads.move("/1", 2);
    expect(kept).toEqual([
      ["/3", "/1", "/2"],
      ["/3", "/2", "/1"],
    ]);
    expect(news).toEqual(["Photo moved. It is the cover now", "Photo moved. It is photo 3 of 3 now"]);
  });

  test("of what is on its way is nobody's business until it has arrived", async () => {
    uploads.add([file("a")], 20);
    uploads.move(idAt(3), 0);
    expect(kept).toEqual([]);
    await sentFile("a").keep();
    expect(kept).toEqual([["/a", "/1", "/2", "/3"]]);
  });

  test("loses what is removed", () => {
    uploads.remove("/2");
    uploads.remove("/none");
    expect([kept, news]).toEqual([[["/1", "/3"]], ["Photo removed"]]);
  });

  test("follows the form without telling it what it knows", () => {
    const listener = vi.fn();
    uploads.subscribe(listener);
    uploads.follow(["/1", "/2", "/3"]);
    expect(listener).not.toHaveBeenCalled();
    uploads.follow(["/2"]);
    expect(addressesOf(uploads.entries())).toEqual(["/2"]);
    expect([listener.mock.calls.length, kept]).toEqual([1, []]);
  });
});
