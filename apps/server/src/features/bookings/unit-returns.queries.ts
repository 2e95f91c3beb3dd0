import type { UnitReturn } from "@nexby/domain/returns/returned-units";
import { sql } from "drizzle-orm";
import { bookings } from "../../schema/bookings.ts";
import { unitReturns } from "../../schema/condition.ts";

type UnitReturnAsJson = Omit<UnitReturn, "at" | "confirmedAt"> & { at: string; confirmedAt: string | null };

/** The returned units of a booking of several units, oldest first, as JSON for a query on bookings. */
export const returnsOfBooking = sql<UnitReturnAsJson[]>`case when ${bookings.quantity} = 1 then '[]' else coalesce((
  select json_agg(json_build_object(
    'id', ${unitReturns.id}, 'units', ${unitReturns.units}, 'byRole', ${unitReturns.byRole},
    'isByCode', ${unitReturns.isByCode}, 'notes', ${unitReturns.notes}, 'reportId', ${unitReturns.reportId},
    'confirmedAt', ${unitReturns.confirmedAt}, 'at', ${unitReturns.createdAt})
    order by ${unitReturns.createdAt}, ${unitReturns.id})
  from ${unitReturns} where ${unitReturns.bookingId} = ${bookings.id}), '[]') end`;

export const returnOfJson = ({ at, confirmedAt, ...one }: UnitReturnAsJson): UnitReturn => ({
  ...one,
  at: new Date(at),
  confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
});
