import { OWN_PAGE_FACTS } from "./own-page-facts.ts";
import type { PageFacts } from "./page.ts";
import { PUBLIC_PAGE_FACTS } from "./public-page-facts.ts";

export function factsOf(name: string): PageFacts {
  const facts = { ...PUBLIC_PAGE_FACTS, ...OWN_PAGE_FACTS }[name];
  if (!facts) throw new Error(`The page ${name} has no facts`);
  return facts;
}
