import { localTime } from "@nexby/domain/kernel/calendar";
import type { Hours, Plan, PlanKind, Proposal, Side } from "@nexby/domain/planning/planned-times";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { pickupSchedules } from "../../schema/rentals.ts";

export type PlannedTime = typeof pickupSchedules.$inferSelect;

type PlanRow = Pick<PlannedTime, "id" | "kind" | "status" | "proposedBy"> & { at: string; expiresAt: string };

/** A booking's proposals and confirmed times as JSON, for a query on bookings. */
export const plansOfBooking = sql<PlanRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', ${pickupSchedules.id}, 'kind', ${pickupSchedules.kind}, 'status', ${pickupSchedules.status},
    'proposedBy', ${pickupSchedules.proposedBy}, 'at', ${pickupSchedules.proposedDateTime},
    'expiresAt', ${pickupSchedules.expiresAt}))
  from ${pickupSchedules}
  where ${pickupSchedules.bookingId} = ${bookings.id}
    and ${pickupSchedules.status} in ('proposed', 'confirmed', 'completed')), '[]')`;

/** A booking has at most one open proposal of each kind. */
export function plansOf(rows: readonly PlanRow[], renterId: string): Record<PlanKind, Plan> {
  const planOf = (kind: PlanKind): Plan => {
    const own = rows.filter((row) => row.kind === kind);
    const open = own.find(({ status }) => status === "proposed");
    return { isConfirmed: own.some(({ status }) => status !== "proposed"), proposal: open ? proposalOf(open) : null };
  };
  const proposalOf = ({ id, proposedBy, at, expiresAt }: PlanRow): Proposal => ({
    id,
    by: proposedBy === renterId ? "renter" : "owner",
    at: new Date(at),
    expiresAt: new Date(expiresAt),
  });
  return { pickup: planOf("pickup"), return: planOf("return") };
}

/** Former and open proposals and the times in force, newest first. */
export const listPlannedTimes = (db: Db, bookingId: string): Promise<PlannedTime[]> =>
  db
    .select()
    .from(pickupSchedules)
    .where(eq(pickupSchedules.bookingId, bookingId))
    .orderBy(desc(pickupSchedules.createdAt), desc(pickupSchedules.id));

/** Written on every live pickup row, so that they hold whichever time comes into force. */
/** False if they are the same already. */
export async function saveInstructions(
  db: Db,
  bookingId: string,
  specialInstructions: string | null,
): Promise<boolean> {
  const { rowCount } = await db
    .update(pickupSchedules)
    .set({ specialInstructions })
    .where(
      and(
        sql`${pickupSchedules.specialInstructions} is distinct from ${specialInstructions}`,
        eq(pickupSchedules.bookingId, bookingId),
        eq(pickupSchedules.kind, "pickup"),
        inArray(pickupSchedules.status, ["proposed", "confirmed", "completed"]),
      ),
    );
  return rowCount !== null && rowCount > 0;
}

export async function insertProposal(db: Db, proposal: typeof pickupSchedules.$inferInsert): Promise<void> {
  await db.insert(pickupSchedules).values(proposal);
}

/** Throws when the proposal is no longer open. */
export async function answerProposal(
  db: Db,
  id: string,
  changes: Partial<PlannedTime> & Pick<PlannedTime, "status">,
): Promise<PlannedTime> {
  const [row] = await db
    .update(pickupSchedules)
    .set(changes)
    .where(and(eq(pickupSchedules.id, id), eq(pickupSchedules.status, "proposed")))
    .returning();
  if (!row) throw new AppError("action_not_allowed");
  return row;
}

/** The confirmed time of this kind is no longer in force. */
export async function replaceConfirmedTime(
  db: Db,
  bookingId: string,
  kind: PlanKind,
  status: "superseded" | "completed",
): Promise<void> {
  await db
    .update(pickupSchedules)
    .set({ status })
    .where(
      and(
        eq(pickupSchedules.bookingId, bookingId),
        eq(pickupSchedules.kind, kind),
        eq(pickupSchedules.status, "confirmed"),
      ),
    );
}

/** Cancels proposals of one kind, or with `null` all plans including confirmed times. */
export async function cancelPlans(db: Db, bookingId: string, kind: PlanKind | null): Promise<void> {
  await db
    .update(pickupSchedules)
    .set({ status: "canceled" })
    .where(
      and(
        eq(pickupSchedules.bookingId, bookingId),
        inArray(pickupSchedules.status, kind === null ? ["proposed", "confirmed"] : ["proposed"]),
        kind === null ? undefined : eq(pickupSchedules.kind, kind),
      ),
    );
}

const HOURS = {
  id: users.id,
  pickupFrom: users.defaultPickupStart,
  pickupTo: users.defaultPickupEnd,
  returnFrom: users.defaultDropoffStart,
  returnTo: users.defaultDropoffEnd,
  availableDays: users.defaultAvailableDays,
};

/** When renter and owner are usually there, for pickups and returns. */
export async function findHours(
  db: Db,
  { renterId, ownerId }: Pick<Booking, "renterId" | "ownerId">,
): Promise<Record<PlanKind, Record<Side, Hours>>> {
  const rows = await db
    .select(HOURS)
    .from(users)
    .where(inArray(users.id, [renterId, ownerId]));
  const hoursOf = (kind: PlanKind, personId: string): Hours => {
    const row = rows.find(({ id }) => id === personId);
    if (!row) throw new Error(`Person ${personId} is gone`);
    const [from, to] = kind === "pickup" ? [row.pickupFrom, row.pickupTo] : [row.returnFrom, row.returnTo];
    return { window: { from: clockOf(from), to: clockOf(to) }, availableDays: new Set(row.availableDays) };
  };
  const ofKind = (kind: PlanKind) => ({ renter: hoursOf(kind, renterId), owner: hoursOf(kind, ownerId) });
  return { pickup: ofKind("pickup"), return: ofKind("return") };
}

/** Strips the seconds. Postgres allows 24:00, which is no valid clock time. */
const clockOf = (stored: string) => (stored.startsWith("24") ? localTime("23:59") : localTime(stored.slice(0, 5)));
