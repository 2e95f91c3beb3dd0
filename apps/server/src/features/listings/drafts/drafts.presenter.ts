import type { DraftView } from "@nexby/contract/listing-drafts";
import type { Draft } from "./listing-drafts.repository.ts";

export const presentDraft = ({ itemId, content, updatedAt }: Draft): DraftView => ({
  itemId,
  content,
  updatedAt: updatedAt.toISOString(),
});
