import { withQuery } from "../../lib/with-query.ts";

/** Where a category is browsed, by its slug; null for all. What is searched for stays. */
export const browsePath = (slug: string | null, search: string | null = null): string =>
  withQuery("/browse", { search, category: slug });
