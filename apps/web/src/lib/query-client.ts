import { QueryClient } from "@tanstack/react-query";
import { pathOf } from "./read.ts";
import { get } from "./request.ts";

const FIVE_MINUTES = 5 * 60_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryKeyHashFn: pathOf,
        queryFn: async ({ queryKey, signal }) => (await get(pathOf(queryKey), signal)).body,
        staleTime: FIVE_MINUTES,
        gcTime: FIVE_MINUTES,
        refetchOnWindowFocus: false,
        retry: false,
      },
    },
  });
}
