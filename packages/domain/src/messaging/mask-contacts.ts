import type { TextSpan } from "../kernel/plain-text.ts";
import { findAddresses } from "./masking/addresses.ts";
import { findHandles } from "./masking/handles.ts";
import { findEmailsAndLinks } from "./masking/links.ts";
import { findPayments } from "./masking/payments.ts";
import { findPhoneNumbers } from "./masking/phone-numbers.ts";
import { joinedReading, plainReading, type Reading } from "./masking/readings.ts";

/** Increased with every change of what is found: stored masked texts of other versions are made again. */
export const MASKING_VERSION = 4;

export const MASKED_KINDS = ["phone", "email", "address", "payment", "link", "handle"] as const;
export type MaskedKind = (typeof MASKED_KINDS)[number];
type Found = TextSpan & { kind: MaskedKind };

const LABELS: Record<MaskedKind, string> = {
  phone: "[phone number hidden]",
  email: "[email address hidden]",
  address: "[address hidden]",
  payment: "[payment outside Nexby hidden]",
  link: "[link hidden]",
  handle: "[contact elsewhere hidden]",
};

export type MaskedText = {
  text: string;
  /** The kinds found, each once. */
  kinds: MaskedKind[];
};

/**
 * Replaces phone numbers, email and street addresses, links, usernames elsewhere, and offers and numbers to pay elsewhere.
 * Writers can always invent another way to write a number, so this discourages an exchange before the approval; it can't
 * prevent one. It takes time in proportion to the text: no pattern repeats anything without a bound.
 */
export const maskContacts = (text: string): MaskedText => masked(text, findContacts(text));

/** How much of the beginning and end of a message is read together with the messages before and after it. */
const EDGE = 120;

type MaskedLatest = {
  latest: MaskedText;
  /** The earlier texts that turn out to hold parts of something split, by their index. `mask` reads one of them again. */
  changed: { index: number; mask: () => MaskedText }[];
};

/** A person's new message, read together with the ones before it, oldest first: a number may be split over them. */
export function maskLatest(earlier: readonly string[], text: string): MaskedLatest {
  const split = splitParts([...earlier, text]);
  return {
    latest: maskedWith(text, split[earlier.length] ?? []),
    changed: earlier.flatMap((one, index) => {
      const parts = split[index] ?? [];
      return parts.length > 0 ? [{ index, mask: () => maskedWith(one, parts) }] : [];
    }),
  };
}

const maskedWith = (text: string, parts: readonly Found[]): MaskedText =>
  masked(text, parts.length > 0 ? withoutOverlaps([...findContacts(text), ...parts]) : findContacts(text));

function splitParts(texts: readonly string[]): Found[][] {
  const parts: Found[][] = texts.map(() => []);
  if (texts.length < 2) return parts;
  // A long message is two edges with a word between them, so that nothing reaches across it.
  const edges = texts.flatMap((text, index) =>
    text.length <= 2 * EDGE
      ? [{ index, offset: 0, text }]
      : [
          { index, offset: 0, text: `${text.slice(0, EDGE)} and so forth` },
          { index, offset: text.length - EDGE, text: text.slice(-EDGE) },
        ],
  );
  let start = 0;
  const placed = edges.map((edge) => {
    const place = { ...edge, start };
    start += edge.text.length + 1;
    return place;
  });
  for (const found of findContacts(edges.map(({ text }) => text).join("\n"))) {
    const touched = placed.filter((edge) => found.start < edge.start + edge.text.length && edge.start < found.end);
    if (new Set(touched.map(({ index }) => index)).size < 2 || !SPLIT_KINDS.has(found.kind)) continue;
    for (const edge of touched) {
      const first = Math.max(0, found.start - edge.start);
      const last = Math.min(edge.text.length, found.end - edge.start);
      parts[edge.index]?.push({ kind: found.kind, start: edge.offset + first, end: edge.offset + last });
    }
  }
  return parts;
}

/** Kinds that people split over messages. Two ordinary messages can look like one offer or street. */
const SPLIT_KINDS: ReadonlySet<MaskedKind> = new Set(["phone", "email", "link", "handle"]);

function masked(text: string, found: readonly Found[]): MaskedText {
  let shown = "";
  let position = 0;
  for (const { start, end, kind } of found) {
    shown += text.slice(position, start) + LABELS[kind];
    position = end;
  }
  const kinds = MASKED_KINDS.filter((kind) => found.some((one) => one.kind === kind));
  return { text: shown + text.slice(position), kinds };
}

/** In the order of the text, without overlaps. */
export function findContacts(text: string): Found[] {
  const plain = plainReading(text);
  const joined = joinedReading(plain);
  return withoutOverlaps([...findIn(plain), ...(joined ? findIn(joined) : [])]);
}

function findIn({ text, original }: Reading): Found[] {
  const { emails, links } = findEmailsAndLinks(text);
  const { handles, payments } = findHandles(text);
  const spans: Record<MaskedKind, TextSpan[]> = {
    email: emails,
    phone: findPhoneNumbers(text),
    address: findAddresses(text),
    payment: [...payments, ...findPayments(text)],
    link: links,
    handle: handles,
  };
  return Object.entries(spans).flatMap(([kind, found]) =>
    found.filter(({ start, end }) => start < end).map((span) => ({ ...original(span), kind: kind as MaskedKind })),
  );
}

/** Merges two that overlap into one. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else kept.push({ ...one });
  }
  return kept;
}
