import { RETURN_PHASE } from "@nexby/domain/condition/condition-reports";
import { canConfirmUnits, unitsOut } from "@nexby/domain/returns/returned-units";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { bookingConditionReports, unitReturns } from "../../../schema/condition.ts";
import {
  type AskedUnits,
  confirmSomeReturned,
  markReturned,
  type RenterOrOwner,
  type StepContext,
  unitsToReturn,
} from "../../bookings/public.ts";
import { appendLink } from "../evidence-chain.ts";
import type { EvidenceKeys } from "../evidence-keys.ts";
import { mailRecord } from "../evidence-mails.ts";

type Asked = AskedUnits & { notes: string; isByCode: boolean };

/**
 * Some or all units are back. If several were booked, each return is a record of the evidence chain. Returns the number
 * of units that are still out.
 */
export async function returnUnits(
  context: StepContext,
  author: RenterOrOwner,
  { notes, isByCode, ...asked }: Asked,
  keys: EvidenceKeys,
): Promise<number> {
  const { tx, booking, snapshot, now } = context;
  const units = unitsToReturn(context, author, { ...asked, isByCode });
  await markReturned(context, author, { units, notes, isByCode });
  if (booking.quantity > 1) {
    const id = newId();
    await tx.insert(unitReturns).values({
      id,
      bookingId: booking.id,
      units,
      byRole: author.role,
      isByCode,
      notes: notes === "" ? null : notes,
      reportId: await findNewReport(context, author),
      confirmedAt: isByCode ? now : null,
      createdAt: now,
    });
    const link = await appendLink(context, author, keys, { kind: "return", subjectId: id });
    await mailRecord(tx, booking, { by: author.role, act: "returned" }, link);
  }
  return unitsOut(snapshot) - units;
}

/** The author's last report of the return's phase, if it was sent since their last return. */
async function findNewReport({ tx, booking, snapshot }: StepContext, { role }: RenterOrOwner): Promise<string | null> {
  const since = snapshot.returns.findLast(({ byRole }) => byRole === role)?.at ?? new Date(0);
  const [report] = await tx
    .select({ id: bookingConditionReports.id })
    .from(bookingConditionReports)
    .where(
      and(
        eq(bookingConditionReports.bookingId, booking.id),
        eq(bookingConditionReports.byRole, role),
        eq(bookingConditionReports.phase, RETURN_PHASE),
        gt(bookingConditionReports.createdAt, since),
      ),
    )
    .orderBy(desc(bookingConditionReports.createdAt), desc(bookingConditionReports.id))
    .limit(1);
  return report?.id ?? null;
}

/** The owner has units that the renter marked as returned, while others are still out. */
export async function confirmUnits(context: StepContext, author: RenterOrOwner, returnId: string): Promise<void> {
  const { tx, booking, snapshot, now } = context;
  const id = returnId.toLowerCase();
  const isOpen = booking.status === "in_possession" && canConfirmUnits(snapshot, id);
  if (author.role !== "owner" || !isOpen) throw new AppError("action_not_allowed");
  const [confirmed] = await tx
    .update(unitReturns)
    .set({ confirmedAt: now })
    .where(and(eq(unitReturns.id, id), isNull(unitReturns.confirmedAt)))
    .returning({ units: unitReturns.units });
  if (!confirmed) throw new AppError("action_not_allowed");
  await confirmSomeReturned(context, author, confirmed.units);
}
