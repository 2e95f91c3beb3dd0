import type { BookingGroup } from "@nexby/domain/bookings/booking-groups";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { type PageOf, placeAfter } from "../../../../platform/paging/page-by-age.ts";
import { selectBookingsOf } from "../booking-lists.repository.ts";
import { pageByTime } from "../page-by-time.ts";
import { type Shown, showBookings } from "../show-bookings.ts";

type Asked = { as: "renter" | "owner"; group: BookingGroup; cursor?: string | undefined; limit: number };

/** One's own bookings of one group, on one side. */
export async function listBookings(db: Db, viewer: Viewer, { cursor, limit, ...asked }: Asked): Promise<PageOf<Shown>> {
  const bookings = await selectBookingsOf(db, viewer.id, { ...asked, after: placeAfter(cursor), limit: limit + 1 });
  const { rows, nextCursor } = pageByTime(bookings, limit, ({ startAt }) => startAt);
  return { rows: await showBookings(db, viewer, rows), nextCursor };
}
