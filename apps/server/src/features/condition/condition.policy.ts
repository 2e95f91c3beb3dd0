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

type Shown = {
  role: ReportRole | "admin";
  facts: ConditionFacts;
  reportedPhases: readonly ReportPhase[];
  /** Phases the viewer confirmed already. */
  confirmedPhases: readonly ReportPhase[];
  now: Date;
};

/** The same rules as the commands, read without acting. Admins only look. */
export function allowedIn({ role, facts, reportedPhases, confirmedPhases, now }: Shown) {
  if (role === "admin") return { report: [], photos: [], confirm: [] };
  const countOf = (phase: ReportPhase) => reportedPhases.filter((reported) => reported === phase).length;
  return {
    report: REPORT_PHASES.filter((phase) => refusalOfPhase(facts, phase, now) === null),
    photos: PHOTO_STAGES.filter((stage) => refusalOfPhoto(facts, stage, now) === null),
    confirm: REPORT_PHASES.filter(
      (phase) => !confirmedPhases.includes(phase) && refusalOfConfirmation(facts, phase, countOf(phase)) === null,
    ),
  };
}
