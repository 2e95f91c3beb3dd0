import { changesByConfirmation, confirmationsOf } from "@nexby/domain/condition/booking-condition";
import {
  lastReports,
  PICKUP_PHASE,
  type ReportPhase,
  refusalOfConfirmation,
} from "@nexby/domain/condition/condition-reports";
import { agreedAt } from "@nexby/domain/condition/item-passport";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { type RenterOrOwner, recordCondition, type StepContext } from "../../bookings/public.ts";
import { assertAllowed, isConfirmedBy } from "../condition.policy.ts";
import { agreeOnMarks, findHead, insertConfirmation, listReports } from "../condition.queries.ts";
import { anchorOf, appendLink } from "../evidence-chain.ts";
import type { EvidenceKeys } from "../evidence-keys.ts";
import { mailRecord } from "../evidence-mails.ts";

type Confirmation = { phase: ReportPhase; headSha256: string };

/**
 * Confirms the pickup's reports or signs the return's, exactly as the person was shown them. Marks that
 * both confirmed become part of the item's passport. Sending it again changes nothing.
 */
export async function confirmCondition(
  context: StepContext,
  author: RenterOrOwner,
  { phase, headSha256 }: Confirmation,
  keys: EvidenceKeys,
): Promise<void> {
  const { tx, booking, now } = context;
  if (isConfirmedBy(booking, author.role, phase)) return;
  const reports = lastReports(await listReports(tx, booking.id), phase);
  assertAllowed(refusalOfConfirmation(booking, phase, reports.length));
  const head = await findHead(tx, booking.id);
  if (head?.sha256 !== headSha256) throw new AppError("evidence_changed");

  const id = newId();
  await insertConfirmation(tx, { id, bookingId: booking.id, byRole: author.role, phase, headSha256, createdAt: now });
  const link = await appendLink(context, author, keys, { kind: "confirmation", subjectId: id });
  await recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: author.id,
    eventType: phase === PICKUP_PHASE ? "pickup_condition_confirmed" : "return_signed",
    metadata: { by: author.role, evidence: anchorOf(link) },
  });
  const after = await recordCondition(tx, booking, changesByConfirmation(author.role, phase, now));
  await mailRecord(tx, after, { by: author.role, act: "confirmed" }, link);
  const at = agreedAt(confirmationsOf(after, phase));
  if (at !== null) {
    await agreeOnMarks(
      tx,
      reports.map(({ id: reportId }) => reportId),
      at,
    );
  }
}
