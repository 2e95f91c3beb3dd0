import type { countBookings } from "@nexby/contract/bookings";
import type { ResponseOf } from "@nexby/contract/endpoint";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserClient } from "./client/browser-client.ts";
import { optionalRead } from "./client/default-read.ts";
import { pathOf } from "./read.ts";

const POLL_MS = 30_000;
const BOOKING_PATHS = /^\/api\/(booking(s|-requests)|owner\/(earnings|payouts))\b/;

const readOrNull = optionalRead(browserClient);

/** Asked again and again without anybody's doing: a session that has ended makes it null and takes nobody anywhere. */
export const bookingCounts = () =>
  queryOptions<ResponseOf<typeof countBookings> | null>({
    queryKey: ["/api/bookings/counts"],
    queryFn: async (context) => (await readOrNull(context)) as ResponseOf<typeof countBookings> | null,
    refetchInterval: POLL_MS,
    throwOnError: false,
  });

/** A booking is told of in many places: its page, lists of both sides, the counts, what it earned. All of them are read again. */
export const refreshBookings = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => BOOKING_PATHS.test(pathOf(queryKey)) });
