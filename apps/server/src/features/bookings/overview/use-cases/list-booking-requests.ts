import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { type PageOf, placeAfter } from "../../../../platform/paging/page-by-age.ts";
import { findFirstMessages } from "../../../conversations/public.ts";
import { selectDecidedRequests, selectOpenRequests } from "../booking-lists.repository.ts";
import { pageByTime } from "../page-by-time.ts";
import { findRenterTrust, type RenterTrust } from "../renter-trust.repository.ts";
import { type Shown, showBookings } from "../show-bookings.ts";

export type ShownRequest = Shown & { message: string | null; trust: RenterTrust };

type Asked = { group: "open" | "decided"; cursor?: string | undefined; limit: number };

/** Requests for one's items, with who asks and what they wrote. */
export async function listBookingRequests(
  db: Db,
  viewer: Viewer,
  { group, cursor, limit }: Asked,
): Promise<PageOf<ShownRequest>> {
  const page = { after: placeAfter(cursor), limit: limit + 1 };
  const select = group === "open" ? selectOpenRequests : selectDecidedRequests;
  const { rows, nextCursor } = pageByTime(await select(db, viewer.id, page), limit, (booking) =>
    group === "open" ? (booking.ownerDecisionDeadline ?? booking.createdAt) : booking.createdAt,
  );
  const shown = await showBookings(db, viewer, rows);
  const ids = shown.map(({ booking }) => booking.id);
  const messages = await findFirstMessages(db, ids);
  const renterIds = shown.map(({ booking }) => booking.renterId);
  const trusts = await findRenterTrust(db, renterIds);
  return {
    rows: shown.flatMap((one) => {
      const trust = trusts.get(one.booking.renterId);
      return trust ? [{ ...one, message: messages.get(one.booking.id) ?? null, trust }] : [];
    }),
    nextCursor,
  };
}
