import { describe, expect, test } from "vitest";
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
  test("lists the URLs of stored photos in order", () =>
    expect(addressesOf([a, pending("x"), b, pending("y", "failed")])).toEqual(["/a", "/b"]));

  test("follows the form's images and leaves pending photos in their place", () => {
    const x = pending("x", "sending");
    expect(idsOf(reconciled([a, x, b], ["/b", "/a", "/c"]))).toEqual(["/b", "x", "/a", "/c"]);
    expect(idsOf(reconciled([a, b, x], []))).toEqual(["x"]);
    expect(idsOf(reconciled([], ["/a"]))).toEqual(["/a"]);
    const shown = { ...a, preview: "blob:a" };
    expect(reconciled([shown], ["/a"])).toEqual([shown]);
  });

  test("accepts only as many files as there is room for", () => {
    const files = ["1", "2", "3"].map((name) => new File([], name));
    expect(withRoom([a, pending("x")], files, 4)).toEqual(files.slice(0, 2));
    expect(withRoom([a, b], files, 2)).toEqual([]);
    expect(withRoom([a, b], files, 1)).toEqual([]);
  });

  test("changes pending photos but not stored ones", () => {
    expect(changed([a, pending("x")], "x", { progress: 0.5 })[1]).toMatchObject({ progress: 0.5 });
    expect(changed([a], "/a", { progress: 0.5 })).toEqual([a]);
  });

  test("keeps an uploaded photo in its place, still showing the file", () =>
    expect(arrived([a, pending("x"), b], "x", "/c")).toEqual([a, { ...c, id: "x", preview: "blob:x" }, b]));

  test("removes a photo", () => expect(without([a, pending("x"), b], "x")).toEqual([a, b]));

  test.each([
    ["/c", 0, ["/c", "/a", "/b"]],
    ["/a", 1, ["/b", "/a", "/c"]],
    ["/a", 2, ["/b", "/c", "/a"]],
    ["/a", -1, ["/a", "/b", "/c"]],
    ["/c", 9, ["/a", "/b", "/c"]],
    ["/none", 0, ["/a", "/b", "/c"]],
  ])("moves %s to position %i", (id, to, order) => expect(idsOf(moved([a, b, c], id, to))).toEqual(order));

  test("sends photos in order with a concurrency limit, and failed ones only on retry", () => {
    const list = [pending("1", "sending"), a, pending("2", "failed"), pending("3"), pending("4")];
    expect(nextToSend(list, 2)).toEqual(["3"]);
    expect(nextToSend(list, 1)).toEqual([]);
    expect(nextToSend([pending("3"), pending("4"), pending("5")], 2)).toEqual(["3", "4"]);
  });

  test("is busy while photos are waiting or being sent", () => {
    expect([isBusy([a, pending("x")]), isBusy([pending("x", "sending")])]).toEqual([true, true]);
    expect(isBusy([a, pending("x", "failed")])).toBe(false);
  });
});
