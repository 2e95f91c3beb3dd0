import { plainText, type TextSpan } from "../../kernel/plain-text.ts";

/**
 * One way to read a text. Spaces in it are single, so that patterns never need to repeat them. `original` maps a span of
 * `text` to the text that was typed.
 */
export type Reading = { text: string; original: (span: TextSpan) => TextSpan };

/** Plain characters, with every run of spaces or line breaks as one. */
export function plainReading(typed: string): Reading {
  const { text, originalSpan } = plainText(typed);
  if (!SPACES.test(text)) return { text, original: originalSpan };
  const kept: Kept[] = [];
  for (const { 0: run, index } of text.matchAll(/[ \n]{1,5000}|[^ \n]{1,5000}/g)) {
    const isSpace = run.startsWith(" ") || run.startsWith("\n");
    if (!isSpace) kept.push({ text: run, start: index });
    else kept.push({ text: run.includes("\n") ? "\n" : " ", start: index });
  }
  return reading(kept, originalSpan);
}

const SPACES = /[ \n]{2}/;

/** "v e n m o" and "g-m-a-i-l . c-o-m" as words: single characters with the same separator between them. */
export function joinedReading({ text, original }: Reading): Reading | null {
  const kept: Kept[] = [];
  let position = 0;
  for (const { 0: run, index } of text.matchAll(SPACED)) {
    kept.push({ text: text.slice(position, index), start: position });
    const separator = run[1] ?? " ";
    for (let at = 0; at < run.length; at += 1) {
      const character = run[at] ?? "";
      if (character !== separator) kept.push({ text: character, start: index + at });
    }
    position = index + run.length;
  }
  if (position === 0) return null;
  kept.push({ text: text.slice(position), start: position });
  return reading(kept, original);
}

/** Four characters or more. Digits alone are left to the rules for numbers. */
const SPACED =
  /(?<![\p{L}\p{N}])(?=[\p{N}@.]{0,3}.?\p{L})[\p{L}\p{N}@.](?:([ .*_|~-])[\p{L}\p{N}@.])(?:\1[\p{L}\p{N}@.]){2,80}(?![\p{L}\p{N}])/gu;

type Kept = { text: string; start: number };

function reading(kept: readonly Kept[], original: Reading["original"]): Reading {
  const starts: number[] = [];
  for (const { text, start } of kept) for (let index = 0; index < text.length; index += 1) starts.push(start + index);
  return {
    text: kept.map(({ text }) => text).join(""),
    original: ({ start, end }) => original({ start: starts[start] ?? 0, end: (starts[end - 1] ?? -1) + 1 }),
  };
}

/** Where a pattern with the flag g matches. */
export function spansOf(pattern: RegExp, text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { 0: match, index } of text.matchAll(pattern)) spans.push({ start: index, end: index + match.length });
  return spans;
}
