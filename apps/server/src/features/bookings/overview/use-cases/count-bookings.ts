import { BOOKING_GROUPS, type BookingGroup } from "@nexby/domain/bookings/booking-groups";
import type { Db } from "../../../../platform/db/db.ts";
import { countGroupsOf, type GroupCount } from "../booking-lists.repository.ts";

type Counts = Record<BookingGroup, number>;

/** How many bookings a person has in each group on each side, and how many requests wait for their word. */
export async function countBookings(db: Db, personId: string) {
  const found = await countGroupsOf(db, personId);
  const countOf = (side: GroupCount["side"], group: BookingGroup) =>
    found.find((row) => row.side === side && row.group === group)?.count ?? 0;
  const countsOf = (side: "renter" | "owner") =>
    Object.fromEntries(BOOKING_GROUPS.map((group) => [group, countOf(side, group)])) as Counts;
  return { renter: countsOf("renter"), owner: countsOf("owner"), requests: countOf("requests", "upcoming") };
}
