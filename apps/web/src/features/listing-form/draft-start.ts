import type { DraftView } from "@nexby/contract/listing-drafts";
import type { SafeStorage } from "../../lib/safe-storage.ts";
import { findKeptDraft } from "./draft-saver.ts";
import { type ListingValues, readDraft } from "./listing-values.ts";

export const draftKey = (userId: string, itemId: string | null): string =>
  `nx_listing_draft_${userId}_${itemId ?? "new"}`;

/**
 * The server's time is known to the second, and a little late: of a draft kept within that time of the one sent nobody
 * can say which was first. What the server has is not kept, so the one kept came after it.
 */
const CLOCK_DOUBT_MS = 3_000;

type Parts = {
  base: ListingValues;
  drafts: readonly DraftView[];
  itemId: string | null;
  memory: SafeStorage;
  key: string;
};

export type Start = {
  values: ListingValues;
  isRestored: boolean;
  /** The device has it and the server does not. */
  isUnsent: boolean;
};

/** With what a form begins: the draft that was changed last, or what it is without one. */
export function startOf({ base, drafts, itemId, memory, key }: Parts): Start {
  const sent = drafts.find((draft) => draft.itemId === itemId);
  const kept = findKeptDraft(memory, key);
  const isUnsent = kept !== null && (!sent || kept.keptAt > Date.parse(sent.updatedAt) - CLOCK_DOUBT_MS);
  const content = isUnsent ? kept.content : sent?.content;
  const values = content ? readDraft(content, base) : base;
  return { values, isUnsent, isRestored: JSON.stringify(values) !== JSON.stringify(base) };
}
