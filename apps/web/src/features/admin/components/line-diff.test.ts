import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "./text-changes.tsx";

const SIGNS = { same: " ", removed: "-", added: "+" };
const shown = (before: string, after: string) => lineDiff(before, after).map(({ kind, text }) => SIGNS[kind] + text);

test.each([
  ["a\nb", "a\nb", [" a", " b"]],
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a\nb", "a\nb\nc", [" a", " b", "+c"]],
  ["a\nb\nc", "c", ["-a", "-b", " c"]],
  ["a\nb\nc\nd", "b\nx\nd", ["-a", " b", "-c", "+x", " d"]],
  ["a\na", "a\na\na", [" a", " a", "+a"]],
])("%j becomes %j", (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});

test("both texts can be reconstructed from any diff", () => {
  const text = fc
    .array(fc.constantFrom("", "a", "b", "c"), { minLength: 1, maxLength: 12 })
    .map((all) => all.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const without = (kind: string) =>
        diff
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join("\n");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});

test("shows texts that are too long to compare one after the other", () => {
  const before = Array.from({ length: 1500 }, (_, line) => `old ${line}`).join("\n");
  const after = Array.from({ length: 1500 }, (_, line) => `new ${line}`).join("\n");
  const diff = lineDiff(before, after);
  expect([diff.length, diff[0]?.kind, diff.at(-1)?.kind]).toEqual([3000, "removed", "added"]);
});

test("compares a long text with a change in every other line line by line", () => {
  const write = (changed: string) =>
    Array.from({ length: 800 }, (_, line) => (line % 2 ? `${changed} ${line}` : `line ${line}`)).join("\n");
  const diff = lineDiff(write("old"), write("new"));
  expect(diff.slice(0, 4)).toEqual([
    { kind: "same", text: "line 0" },
    { kind: "removed", text: "old 1" },
    { kind: "added", text: "new 1" },
    { kind: "same", text: "line 2" },
  ]);
  expect(diff.filter(({ kind }) => kind === "same")).toHaveLength(400);
});
