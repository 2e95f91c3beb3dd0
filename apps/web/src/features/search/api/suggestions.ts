import type { ResponseOf } from "@nexby/contract/endpoint";
import type { suggestSearches } from "@nexby/contract/suggestions";
import { queryOptions } from "@tanstack/react-query";
import { withQuery } from "../../../lib/with-query.ts";

/** What the server suggests, which knows every listing. One try: by the next, something else is typed. */
export const suggestions = (text: string) =>
  queryOptions<ResponseOf<typeof suggestSearches>>({
    queryKey: [withQuery("/api/search/suggestions", { text })],
    retry: false,
  });
