import { withQuery } from "../../lib/with-query.ts";

/** Where a category is browsed, by its slug. */
export const browsePath = (slug: string): string => withQuery("/browse", { category: slug });
