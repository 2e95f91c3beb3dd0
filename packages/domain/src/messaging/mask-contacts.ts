import type { TextSpan } from "../kernel/plain-text.ts";
import { findAddresses } from "./masking/addresses.ts";
import { findHandles } from "./masking/handles.ts";
import { findEmailsAndLinks } from "./masking/links.ts";
import { findPayments } from "./masking/payments.ts";
import { findPhoneNumbers } from "./masking/phone-numbers.ts";
import { joinedReading, plainReading, type Reading } from "./masking/readings.ts";

/** Increased with every change of what is found: stored masked texts of other versions are made again. */
export const MASKING_VERSION = 1;

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
  /** What was found, each kind once. */
  kinds: MaskedKind[];
};

/**
 * Replaces phone numbers, email and street addresses, links, usernames elsewhere, and offers and numbers to pay elsewhere.
 * Writers can always invent another way to write a number, so this discourages an exchange before the approval; it can't
 * prevent one. It takes time in proportion to the text: no pattern repeats anything without a bound.
 */
export const maskContacts = (text: string): MaskedText => masked(text, findContacts(text));

/** A person's last messages, oldest first, each masked together with those around it: a number may be split over them. */
export function maskMessages(texts: readonly string[]): MaskedText[] {
  const found = texts.map((text) => findContacts(text));
  const starts: number[] = [];
  let whole = "";
  for (const text of texts) {
    starts.push(whole.length);
    whole += `${text}\n`;
  }
  for (const { start, end, kind } of findContacts(whole)) {
    const parts = texts.flatMap((text, index) => {
      const offset = starts[index] ?? 0;
      const part = { start: Math.max(0, start - offset), end: Math.min(text.length, end - offset) };
      return part.start < part.end ? [{ index, part }] : [];
    });
    if (parts.length < 2 || !SPLIT_KINDS.has(kind)) continue;
    for (const { index, part } of parts) found[index]?.push({ ...part, kind });
  }
  return texts.map((text, index) => masked(text, withoutOverlaps(found[index] ?? [])));
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

/** Of two that overlap, one covers both. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else kept.push({ ...one });
  }
  return kept;
}
