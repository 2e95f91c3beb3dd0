import {
  type ItemCondition,
  isDecisive,
  lastReports,
  PICKUP_PHASE,
  type ReportPhase,
  type ReportRole,
} from "./condition-reports.ts";
import { agreedAt } from "./item-passport.ts";

/** The parts of its reports and confirmations that a booking repeats. */
export type ConditionRecord = {
  readonly renterCheckoutAt: Date | null;
  readonly ownerCheckoutAt: Date | null;
  readonly renterCheckinAt: Date | null;
  readonly ownerCheckinAt: Date | null;
  readonly conditionOut: ItemCondition | null;
  readonly conditionIn: ItemCondition | null;
  readonly conditionOutNotes: string | null;
  readonly conditionInNotes: string | null;
  readonly renterCheckoutPhotos: string[];
  readonly renterCheckinPhotos: string[];
  readonly ownerCheckinPhotos: string[];
  readonly renterConfirmedOutAt: Date | null;
  readonly ownerConfirmedOutAt: Date | null;
  readonly renterSignedInAt: Date | null;
  readonly ownerSignedInAt: Date | null;
};

const NOTHING_RECORDED: ConditionRecord = {
  renterCheckoutAt: null,
  ownerCheckoutAt: null,
  renterCheckinAt: null,
  ownerCheckinAt: null,
  conditionOut: null,
  conditionIn: null,
  conditionOutNotes: null,
  conditionInNotes: null,
  renterCheckoutPhotos: [],
  renterCheckinPhotos: [],
  ownerCheckinPhotos: [],
  renterConfirmedOutAt: null,
  ownerConfirmedOutAt: null,
  renterSignedInAt: null,
  ownerSignedInAt: null,
};

export const CONDITION_FIELDS = Object.keys(NOTHING_RECORDED) as (keyof ConditionRecord)[];

type ReportFacts = {
  readonly phase: ReportPhase;
  readonly condition: ItemCondition;
  readonly notes: string | null;
  readonly photoUrls: string[];
};

/** The changes by a new report. Earlier confirmations of its phase don't cover it. */
export function changesByReport(
  before: Pick<ConditionRecord, "renterCheckoutAt" | "ownerCheckinAt">,
  role: ReportRole,
  { phase, condition, notes, photoUrls }: ReportFacts,
  at: Date,
): Partial<ConditionRecord> {
  const decides = isDecisive(before, role, phase);
  if (phase === PICKUP_PHASE) {
    return {
      ...(role === "renter" ? { renterCheckoutAt: at, renterCheckoutPhotos: photoUrls } : { ownerCheckoutAt: at }),
      ...(decides && { conditionOut: condition, conditionOutNotes: notes }),
      renterConfirmedOutAt: null,
      ownerConfirmedOutAt: null,
    };
  }
  return {
    ...(role === "renter"
      ? { renterCheckinAt: at, renterCheckinPhotos: photoUrls }
      : { ownerCheckinAt: at, ownerCheckinPhotos: photoUrls }),
    ...(decides && { conditionIn: condition, conditionInNotes: notes }),
    renterSignedInAt: null,
    ownerSignedInAt: null,
  };
}

export function changesByConfirmation(role: ReportRole, phase: ReportPhase, at: Date): Partial<ConditionRecord> {
  if (phase === PICKUP_PHASE) return role === "renter" ? { renterConfirmedOutAt: at } : { ownerConfirmedOutAt: at };
  return role === "renter" ? { renterSignedInAt: at } : { ownerSignedInAt: at };
}

type Confirmed = Pick<
  ConditionRecord,
  "renterConfirmedOutAt" | "ownerConfirmedOutAt" | "renterSignedInAt" | "ownerSignedInAt"
>;

/** When each person confirmed the pickup's reports or signed the return's. */
export const confirmationsOf = (record: Confirmed, phase: ReportPhase) =>
  phase === PICKUP_PHASE
    ? { renterAt: record.renterConfirmedOutAt, ownerAt: record.ownerConfirmedOutAt }
    : { renterAt: record.renterSignedInAt, ownerAt: record.ownerSignedInAt };

type Act = { readonly byRole: ReportRole; readonly phase: ReportPhase; readonly at: Date };

/** A report or a confirmation, in the order of the evidence chain. */
export type ConditionAct =
  | (Act & ReportFacts & { readonly kind: "report"; readonly id: string })
  | (Act & { readonly kind: "confirmation" });

/** The booking's state after these acts, and when both people agreed on each report's marks. */
export function recordAfter(acts: readonly ConditionAct[]) {
  let record = NOTHING_RECORDED;
  const agreed = new Map<string, Date>();
  for (const [index, act] of acts.entries()) {
    const { byRole, phase, at } = act;
    if (act.kind === "report") {
      record = { ...record, ...changesByReport(record, byRole, act, at) };
      continue;
    }
    record = { ...record, ...changesByConfirmation(byRole, phase, at) };
    const both = agreedAt(confirmationsOf(record, phase));
    const reports = acts.slice(0, index).filter((one) => one.kind === "report");
    for (const { id } of both ? lastReports(reports, phase) : []) if (both && !agreed.has(id)) agreed.set(id, both);
  }
  return { record, agreed };
}
