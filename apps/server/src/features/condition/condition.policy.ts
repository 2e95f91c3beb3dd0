import { type ConditionRecord, confirmationsOf } from "@nexby/domain/condition/booking-condition";
import {
  type ConditionFacts,
  type ConditionRefusal,
  PHOTO_STAGES,
  REPORT_PHASES,
  type ReportPhase,
  type ReportRole,
  refusalOfConfirmation,
  refusalOfPhase,
  refusalOfPhoto,
} from "@nexby/domain/condition/condition-reports";
import { AppError, fieldError } from "../../platform/errors.ts";

const MESSAGES: Record<ConditionRefusal, string> = {
  not_now: "You can't report the item's condition at this stage of the booking",
  too_late: "It's too late to report the item's condition",
  receipt_photo_missing: "Add at least one photo of the item you received",
  claim_photo_missing: "Add at least one photo that shows the problem",
  notes_missing: "Please describe the item's condition",
  nothing_to_confirm: "Nobody has reported the item's condition yet",
};

/** The field of the report to correct; other refusals depend on the booking. */
const FIELDS: Partial<Record<ConditionRefusal, string>> = {
  receipt_photo_missing: "photoIds",
  claim_photo_missing: "photoIds",
  notes_missing: "notes",
};

export function assertAllowed(refusal: ConditionRefusal | null): void {
  if (refusal === null) return;
  const field = FIELDS[refusal];
  throw field ? fieldError(field, MESSAGES[refusal]) : new AppError("action_not_allowed", MESSAGES[refusal]);
}

export function isConfirmedBy(booking: ConditionRecord, role: ReportRole, phase: ReportPhase): boolean {
  const { renterAt, ownerAt } = confirmationsOf(booking, phase);
  return (role === "renter" ? renterAt : ownerAt) !== null;
}

type Shown = {
  role: ReportRole | "admin";
  booking: ConditionFacts & ConditionRecord;
  reports: readonly { phase: ReportPhase }[];
  now: Date;
};

/** The same rules as the commands, read without acting. Admins only look. */
export function allowedIn({ role, booking, reports, now }: Shown) {
  if (role === "admin") return { report: [], photos: [], confirm: [] };
  const countOf = (phase: ReportPhase) => reports.filter((report) => report.phase === phase).length;
  return {
    report: REPORT_PHASES.filter((phase) => refusalOfPhase(booking, phase, now) === null),
    photos: PHOTO_STAGES.filter((stage) => refusalOfPhoto(booking, stage, now) === null),
    confirm: REPORT_PHASES.filter(
      (phase) => !isConfirmedBy(booking, role, phase) && refusalOfConfirmation(booking, phase, countOf(phase)) === null,
    ),
  };
}
