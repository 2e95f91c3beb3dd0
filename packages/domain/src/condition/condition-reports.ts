import { inspectionUntil, plus } from "../bookings/deadlines.ts";
import type { BookingStatus } from "../bookings/statuses.ts";
import { DAY } from "../kernel/duration.ts";
import type { Outage } from "../kernel/outages.ts";

export const REPORT_ROLES = ["renter", "owner"] as const;
export type ReportRole = (typeof REPORT_ROLES)[number];

/** The specification's words: check-out is the pickup, check-in the return. */
/** The specification's words for the two phases. */
export const PICKUP_PHASE = "check_out";
export const RETURN_PHASE = "check_in";
export const REPORT_PHASES = [PICKUP_PHASE, RETURN_PHASE] as const;
export type ReportPhase = (typeof REPORT_PHASES)[number];

export const ITEM_CONDITIONS = ["good", "damaged", "other"] as const;
export type ItemCondition = (typeof ITEM_CONDITIONS)[number];

export const PHOTO_STAGES = ["pickup", "during", "return"] as const;
export type PhotoStage = (typeof PHOTO_STAGES)[number];

/** A report can only show photos of its own stage. */
export const STAGE_OF_PHASE = { [PICKUP_PHASE]: "pickup", [RETURN_PHASE]: "return" } as const satisfies Record<
  ReportPhase,
  PhotoStage
>;

/** How long after the handoff both people can still report the item's condition at pickup. */
const PICKUP_REPORT_MS = DAY;

export const MAX_PHOTOS_PER_REPORT = 30;
/** Per person and stage, so that nobody can fill the storage. */
export const MAX_PHOTOS_PER_STAGE = 60;
/** Per person and phase: a report is never changed, a correction is a new one. */
export const MAX_REPORTS_PER_PHASE = 10;
export const MAX_MARKS_PER_REPORT = 20;

/** The facts that decide who may report which phase now. */
export type ConditionFacts = {
  readonly status: BookingStatus;
  readonly actualPickupAt: Date | null;
  readonly returnedAt: Date | null;
  readonly outages: readonly Outage[];
};

export type ConditionRefusal =
  | "not_now"
  | "too_late"
  | "receipt_photo_missing"
  | "claim_photo_missing"
  | "notes_missing"
  | "nothing_to_confirm";

const isWithin = (since: Date | null, milliseconds: number, now: Date) =>
  since !== null && now <= plus(since, milliseconds);

/** Why nobody can report the condition in this phase now. */
export function refusalOfPhase(facts: ConditionFacts, phase: ReportPhase, now: Date): ConditionRefusal | null {
  const { status, actualPickupAt } = facts;
  if (phase === PICKUP_PHASE) {
    if (status === "scheduled") return null;
    if (status !== "in_possession") return "not_now";
    return isWithin(actualPickupAt, PICKUP_REPORT_MS, now) ? null : "too_late";
  }
  if (status === "in_possession") return null;
  // An open claim ends the inspection, but not the renter's chance to show the item as they returned it.
  if (status !== "return_submitted" && status !== "damaged_admin_review") return "not_now";
  const until = inspectionUntil(facts);
  return until === null || now <= until ? null : "too_late";
}

/** Why nobody can add a photo of this stage now. */
export function refusalOfPhoto(facts: ConditionFacts, stage: PhotoStage, now: Date): ConditionRefusal | null {
  if (stage === "during") return facts.status === "in_possession" ? null : "not_now";
  return refusalOfPhase(facts, stage === "pickup" ? PICKUP_PHASE : RETURN_PHASE, now);
}

type NewReport = {
  readonly role: ReportRole;
  readonly phase: ReportPhase;
  readonly condition: ItemCondition;
  readonly notes: string | null;
  readonly photoCount: number;
  /** A food truck comes with its crew, so its renter receives nothing. */
  readonly isFoodTruck: boolean;
};

/** The renter's receipt and the owner's claim are worth nothing without a picture. */
function missingPhoto({ role, phase, condition, photoCount, isFoodTruck }: NewReport): ConditionRefusal | null {
  if (photoCount > 0) return null;
  if (role === "renter" && phase === PICKUP_PHASE) return isFoodTruck ? null : "receipt_photo_missing";
  return role === "owner" && phase === RETURN_PHASE && condition !== "good" ? "claim_photo_missing" : null;
}

export function refusalOfReport(facts: ConditionFacts, report: NewReport, now: Date): ConditionRefusal | null {
  const refusal = refusalOfPhase(facts, report.phase, now) ?? missingPhoto(report);
  if (refusal !== null) return refusal;
  return report.condition !== "good" && report.notes === null ? "notes_missing" : null;
}

/** Statuses in which a person can confirm the reports of the pickup, or sign those of the return. */
const CONFIRMABLE: Record<ReportPhase, readonly BookingStatus[]> = {
  [PICKUP_PHASE]: ["scheduled", "in_possession"],
  [RETURN_PHASE]: ["return_submitted", "damaged_admin_review", "closed"],
};

/** A confirmation covers everything reported so far. A later report needs a new one. */
export function refusalOfConfirmation(
  { status }: Pick<ConditionFacts, "status">,
  phase: ReportPhase,
  reportCount: number,
): ConditionRefusal | null {
  if (!CONFIRMABLE[phase].includes(status)) return "not_now";
  return reportCount > 0 ? null : "nothing_to_confirm";
}

type ReportAuthor = { readonly byRole: ReportRole; readonly phase: ReportPhase };

/** The reports that count: the last one of each person. Reports are ordered by time. */
export const lastReports = <Report extends ReportAuthor>(reports: readonly Report[], phase: ReportPhase): Report[] =>
  REPORT_ROLES.flatMap((role) => reports.findLast((report) => report.byRole === role && report.phase === phase) ?? []);

type ReportTimes = {
  readonly renterCheckoutAt: Date | null;
  readonly ownerCheckinAt: Date | null;
};

/**
 * Whether a new report sets the booking's condition in its phase: the person who receives the item has the last word,
 * the other's report counts until then.
 */
export function isDecisive({ renterCheckoutAt, ownerCheckinAt }: ReportTimes, role: ReportRole, phase: ReportPhase) {
  return phase === PICKUP_PHASE
    ? role === "renter" || renterCheckoutAt === null
    : role === "owner" || ownerCheckinAt === null;
}

/** The renter showed the item they received. */
export const hasReceiptPhoto = ({
  renterCheckoutPhotos,
}: {
  readonly renterCheckoutPhotos: readonly string[];
}): boolean => renterCheckoutPhotos.length > 0;
