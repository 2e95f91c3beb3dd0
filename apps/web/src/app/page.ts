import type { ComponentType } from "react";
import { LazyRoute } from "./lazy-route.tsx";

export type Page = {
  /** Its code is routes/<name>-route.tsx; what else there is to know about it is in page-facts.ts. */
  name: string;
  /** Of the address; the last one takes what no other wants. */
  pattern: string;
  route: LazyRoute;
};

/** What the build and the server must know about a page. No browser loads it. */
export type PageFacts = {
  title: string;
  description: string;
  /** Kept out of search engines: what only its owner may see, or what is about one visit. */
  isUnlisted?: boolean;
  /** 200 unless said otherwise. */
  status?: number;
  /** An address of this page, to prerender it with, where its pattern is none. */
  example?: string;
  /** Reads the server answers along with the page. */
  data?: readonly string[];
};

export const page = (name: string, pattern: string, load: () => Promise<ComponentType>): Page => ({
  name,
  pattern,
  route: new LazyRoute(load),
});
