import type { ItemDetailView } from "@nexby/contract/items";
import type { PageHead } from "../../../platform/http/page-head.ts";

const FIRST_SENTENCE = /^.*?[.!?](?=\s|$)/s;

/** How a listing looks where its address is shared. */
export function listingHead({ title, description, images, location }: ItemDetailView): PageHead {
  const words = description.trim();
  return {
    title,
    description: words.match(FIRST_SENTENCE)?.[0] ?? (words || `For rent in ${location}.`),
    image: images[0] ?? null,
  };
}
