import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingConditionView, EvidenceView } from "@nexby/contract/bookings/condition";
import {
  type ItemCondition,
  PICKUP_PHASE,
  REPORT_ROLES,
  RETURN_PHASE,
  type ReportPhase,
  type ReportRole,
  refusalOfConfirmation,
} from "@nexby/domain/condition/condition-reports";
import type { EvidenceAuthor, EvidenceProblem, EvidenceState } from "@nexby/domain/condition/evidence-links";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { momentIn } from "../../lib/dates.ts";
import { type Handoff, handoffOfBooking } from "../../lib/rental-labels.ts";
import type { DraftState, PhotoStatus } from "./draft-store.ts";

export type ConditionBooking = Pick<
  BookingDetailView,
  "id" | "role" | "status" | "renter" | "owner" | "item" | "exchangeType" | "timezone"
>;

const PHASES: Record<Handoff, Record<ReportPhase, string>> = {
  pickup: { [PICKUP_PHASE]: "at pickup", [RETURN_PHASE]: "at return" },
  meetup: { [PICKUP_PHASE]: "at the meetup", [RETURN_PHASE]: "at return" },
  delivery: { [PICKUP_PHASE]: "at delivery", [RETURN_PHASE]: "at collection" },
  truck: { [PICKUP_PHASE]: "before serving", [RETURN_PHASE]: "after serving" },
};

/** "at pickup", "at collection" */
export const phaseText = (phase: ReportPhase, booking: ConditionBooking): string =>
  PHASES[handoffOfBooking(booking)][phase];

export const phaseTitle = (phase: ReportPhase, booking: ConditionBooking): string =>
  `Condition ${phaseText(phase, booking)}`;

export const CONDITIONS: Record<ItemCondition, { label: string; look: "good" | "bad" | "waiting" }> = {
  good: { label: "Good", look: "good" },
  damaged: { label: "Damaged", look: "bad" },
  other: { label: "Other", look: "waiting" },
};

export const CONDITION_OPTIONS = [
  { value: "good", label: "Good" },
  { value: "damaged", label: "Damaged" },
  { value: "other", label: "Other" },
];

export const nameFor = (role: ReportRole, booking: ConditionBooking): string =>
  role === booking.role ? "You" : booking[role].firstName;

export const reportTitle = (role: ReportRole, booking: ConditionBooking): string =>
  role === booking.role ? "Your report" : `${booking[role].firstName}’s report`;

/** "On record, from Omar’s report": the person who receives the item has the last word. */
export function recordTitle(phase: ReportPhase, booking: ConditionBooking): string {
  const receiver = phase === PICKUP_PHASE ? "renter" : "owner";
  return `On record, from ${receiver === booking.role ? "your" : `${booking[receiver].firstName}’s`} report`;
}

export const PIECES_HINTS: Record<ReportPhase, string> = {
  [PICKUP_PHASE]: "Count each piece. If nobody counts them now, we assume that all of them are there.",
  [RETURN_PHASE]: "Count each piece. Nobody pays for a piece that was already reported missing at pickup.",
};

type Counts = NonNullable<BookingConditionView["reports"][number]["pieces"]>;

/** "10 of 12 × Peg, 3 of 4 × Tent pole. All others are there." */
export function piecesText(counts: Counts, kit: BookingDetailView["price"]["pieces"] = []): string {
  const incomplete = kit.flatMap(({ name, count: agreed }) => {
    const count = counts.find((piece) => piece.name === name)?.count ?? agreed;
    return count < agreed ? [`${count} of ${agreed} × ${name}`] : [];
  });
  if (incomplete.length === 0) return "All are there.";
  return `${incomplete.join(", ")}.${incomplete.length < kit.length ? " All others are there." : ""}`;
}

/** First name of the person on the other side. */
export const otherName = ({ role, renter, owner }: ConditionBooking): string =>
  role === "owner" ? renter.firstName || "the renter" : owner.firstName || "the owner";

/** "With Maya’s photo code from Thu, Jun 4, 9:42 AM" */
export function photoCodeText(byRole: ReportRole, shownAt: string, booking: ConditionBooking): string {
  const shownBy = byRole === "renter" ? "owner" : "renter";
  const whose = shownBy === booking.role ? "your" : `${booking[shownBy].firstName}’s`;
  return `With ${whose} photo code from ${momentIn(shownAt, booking.timezone)}`;
}

const VERBS: Record<ReportPhase, { verb: string; done: string; act: string }> = {
  [PICKUP_PHASE]: { verb: "confirm", done: "confirmed", act: "Confirm the condition" },
  [RETURN_PHASE]: { verb: "sign", done: "signed", act: "Sign the return" },
};

export const confirmLabel = (phase: ReportPhase): string => VERBS[phase].act;

/** Confirmations of both people; one sentence once it is too late and nobody confirmed. */
export function confirmationTexts(condition: BookingConditionView, phase: ReportPhase, booking: ConditionBooking) {
  const { renterAt, ownerAt } = condition.confirmed[phase] ?? { renterAt: null, ownerAt: null };
  if (renterAt === null && ownerAt === null && isTooLateToConfirm(phase, booking)) {
    const both = booking.role === "admin" ? "Neither of them" : "Neither of you";
    return [{ text: `${both} ${phase === PICKUP_PHASE ? "confirmed the condition" : "signed"}.`, isDone: false }];
  }
  return REPORT_ROLES.map((role) => ({
    text: confirmationText(condition, role, phase, booking),
    isDone: (role === "renter" ? renterAt : ownerAt) !== null,
  }));
}

/** "You confirmed on Thu, Jun 4, 9:00 AM", "Maya hasn’t signed yet", and "Maya didn’t sign" once it's too late. */
function confirmationText(
  { confirmed }: BookingConditionView,
  role: ReportRole,
  phase: ReportPhase,
  booking: ConditionBooking,
): string {
  const at = confirmed[phase]?.[role === "renter" ? "renterAt" : "ownerAt"] ?? null;
  const { verb, done } = VERBS[phase];
  const name = nameFor(role, booking);
  if (at !== null) return `${name} ${done} on ${momentIn(at, booking.timezone)}`;
  if (isTooLateToConfirm(phase, booking)) return `${name} didn’t ${verb}`;
  return `${name} ${role === booking.role ? "haven’t" : "hasn’t"} ${done} yet`;
}

/** The return can be signed only after the item is back, so until then it isn't too late but too early. */
const isTooLateToConfirm = (phase: ReportPhase, booking: ConditionBooking): boolean =>
  refusalOfConfirmation(booking, phase, 1) !== null && (phase === PICKUP_PHASE || booking.status !== "in_possession");

export function confirmText(phase: ReportPhase, booking: ConditionBooking): string {
  const other = otherName(booking);
  return phase === PICKUP_PHASE
    ? `You confirm that the reports show the item’s condition. Marks that you and ${other} both confirm become part of the item’s record, so nobody pays for them later.`
    : `Your signature covers all reports and photos so far. It doesn’t waive a claim. If ${other} adds a new report, both of you sign again.`;
}

const added = (count: number, noun: string) => (count === 0 ? [] : [count === 1 ? `a ${noun}` : countOf(count, noun)]);

/** What was added while the person was looking. */
export function changesText(
  before: BookingConditionView,
  after: BookingConditionView,
  booking: ConditionBooking,
): string {
  const texts = (["renter", "owner"] as const).flatMap((role) => {
    const newOf = (list: readonly { id: string; byRole: ReportRole }[], known: readonly { id: string }[]) =>
      list.filter(({ id, byRole }) => byRole === role && !known.some((one) => one.id === id)).length;
    const things = [
      ...added(newOf(after.reports, before.reports), "report"),
      ...added(newOf(after.photos, before.photos), "photo"),
    ];
    return things.length === 0 ? [] : [`${nameFor(role, booking)} added ${things.join(" and ")}.`];
  });
  const news = texts.join(" ") || "Something was added since you looked.";
  return `${news} Review the reports, then try again.`;
}

export const STATUS_LABELS: Record<PhotoStatus, string> = {
  saving: "Saving...",
  device: "On this phone",
  sent: "Sent",
  verified: "Verified",
};

/** State of a report that only this device has; null if there is none. */
export function draftText({ entries, photos, fields, isQueued, problem }: DraftState): string | null {
  if (problem !== null) return `Your report wasn’t sent. ${problem.replace(/\.?$/, ".")}`;
  const unsent = [...photos.values()].filter(({ status }) => status === "saving" || status === "device").length;
  if (isQueued) {
    const rest = unsent === 0 ? "" : ` and ${countOf(unsent, "photo")}`;
    return `Your report${rest} ${unsent === 0 ? "is" : "are"} on this phone. We’ll send everything as soon as we can.`;
  }
  const { condition, notes, marks, pieces, photoCode } = fields;
  const isEmpty = condition === null && notes === "" && marks.length === 0 && !pieces && !photoCode;
  if (entries.length === 0 && isEmpty) return null;
  return entries.length === 0
    ? "You have an unfinished report on this phone."
    : `You have an unfinished report with ${countOf(entries.length, "photo")}.`;
}

/** Warns while the device has something that could get lost; null when it's safe or sent. */
export function storageText({ storage, entries, isQueued }: DraftState): string | null {
  if (storage === "memory") return STORAGE_COPY.memory;
  const isWaiting = isQueued || entries.some(({ state }) => state === "failed");
  return storage === "evictable" && isWaiting ? STORAGE_COPY.evictable : null;
}

const STORAGE_COPY = {
  evictable:
    "Your browser may delete photos that aren’t sent yet if this phone runs out of space. Send the report as soon as you can.",
  memory:
    "This browser can’t store your report, because it’s in private mode or out of space. Keep this page open until everything is sent.",
};

export function sentCopy(verifiedCount: number, isWithoutCode: boolean): string {
  if (isWithoutCode) return "The photo code wasn’t accepted, so we sent your report without it.";
  return verifiedCount === 0 ? "Both of you can see it now." : `We verified ${countOf(verifiedCount, "photo")}.`;
}

const LINK_KINDS: Record<EvidenceView["links"][number]["kind"], string> = {
  photo: "Photo",
  report: "Report",
  confirmation: "Confirmation",
  claim: "Damage claim",
  removal: "Deleted photo",
  return: "Returned units",
};

/** "You", "Omar", or "Nexby" for what happened automatically. */
export const authorName = (role: EvidenceAuthor, booking: ConditionBooking): string =>
  role === "system" ? PRODUCT_NAME : nameFor(role, booking);

type LinkState = Pick<EvidenceView["links"][number], "state" | "isSealed">;

export const STATES: Record<EvidenceState, { title: string; badge: string; look: "good" | "bad" | "waiting" }> = {
  intact: { title: "Everything matches", badge: "Matches", look: "good" },
  changed: { title: "Something was changed", badge: "Changed", look: "bad" },
  not_checkable: { title: "We can’t check all records", badge: "Not checkable", look: "waiting" },
};

/** What a record's state means; null if there is nothing to explain. */
export function stateText({ state, isSealed }: LinkState): string | null {
  if (state === "not_checkable")
    return "We can’t check it, because we no longer have the key that sealed it. That doesn’t mean it was changed.";
  return isSealed ? null : "It’s from before keys were used, so only its fingerprint can be compared.";
}

/** "Photo: The whole item", "Report: condition at pickup" */
export function linkTitle(
  { kind, subjectId }: EvidenceView["links"][number],
  { photos, reports, shots }: BookingConditionView,
  booking: ConditionBooking,
): string {
  const photo = photos.find(({ id }) => id === subjectId);
  const report = reports.find(({ id }) => id === subjectId);
  const shot = shots.find(({ code }) => code === photo?.shot)?.label;
  const detail = shot ?? (report && phaseTitle(report.phase, booking).toLowerCase());
  return detail ? `${LINK_KINDS[kind]}: ${detail}` : LINK_KINDS[kind];
}

export const PROBLEM_COPY: Record<EvidenceProblem, string> = {
  order_changed: "The order of the records was changed.",
  link_changed: "This record’s author, time, content or place was changed.",
  seal_changed: "This record’s seal isn’t ours. Someone replaced it.",
  seal_missing: "This record has no seal, although records were already sealed.",
  record_changed: "The stored details no longer match this record.",
  record_missing: "The stored details are missing.",
  author_changed: "The stored details name another author.",
  time_changed: "The stored details name another time.",
  agreement_changed: "The time at which both people agreed on its marks was changed.",
  original_changed: "The original photo was changed.",
  original_missing: "The original photo is missing.",
  copy_changed: "The photo shown here was changed.",
  copy_missing: "The photo shown here is missing.",
  removal_not_due: "The photo was deleted before it was due.",
  removal_unrecorded: "The photo is marked as deleted, but no record proves that it was due.",
  timeline_differs: "Our log recorded a different fingerprint.",
  timeline_missing: "Our log has no entry for this record.",
};

/** Facts that the booking repeats from reports, confirmations and the claim. */
const FACT_COPY: Record<EvidenceView["changedFacts"][number], string> = {
  renterCheckoutAt: "when the renter reported the condition at the start",
  ownerCheckoutAt: "when the owner reported the condition at the start",
  renterCheckinAt: "when the renter reported the condition at the end",
  ownerCheckinAt: "when the owner reported the condition at the end",
  conditionOut: "the condition at the start",
  conditionIn: "the condition at the end",
  conditionOutNotes: "the notes about the condition at the start",
  conditionInNotes: "the notes about the condition at the end",
  renterCheckoutPhotos: "the renter’s photos at the start",
  renterCheckinPhotos: "the renter’s photos at the end",
  ownerCheckinPhotos: "the owner’s photos at the end",
  renterConfirmedOutAt: "when the renter confirmed the condition at the start",
  ownerConfirmedOutAt: "when the owner confirmed the condition at the start",
  renterSignedInAt: "when the renter confirmed the condition at the end",
  ownerSignedInAt: "when the owner confirmed the condition at the end",
  claimCents: "the claimed amount",
  claimNotes: "the description of the claim",
  returnCondition: "the condition according to the claim",
};

export function evidenceSummary({ state, links, lostPositions, unlinkedIds, changedFacts }: EvidenceView): string[] {
  const positionsOf = (wanted: EvidenceState) =>
    links.filter((link) => link.state === wanted).map(({ position }) => position);
  const unsealed = links.filter(({ isSealed }) => !isSealed).map(({ position }) => position);
  const [changed, unknown] = [positionsOf("changed"), positionsOf("not_checkable")];
  const lines = [
    ...(state === "intact"
      ? [`We checked ${countOf(links.length, "record")} and every photo. Nothing was changed.`]
      : []),
    ...(changed.length > 0 ? [`Changed records: ${changed.join(", ")}.`] : []),
    ...(lostPositions.length > 0 ? [`Missing records: ${lostPositions.join(", ")}.`] : []),
    ...(unlinkedIds.length > 0 ? [`Photos or reports without a record: ${unlinkedIds.length}.`] : []),
    ...(changedFacts.length > 0
      ? [`The booking no longer matches its records: ${changedFacts.map((fact) => FACT_COPY[fact]).join(", ")}.`]
      : []),
    ...(unknown.length > 0
      ? [
          `Records we can’t check, because we no longer have the key that sealed them: ${unknown.join(", ")}. That doesn’t mean they were changed.`,
        ]
      : []),
  ];
  if (unsealed.length === 0 || unknown.length > 0) return lines;
  return [...lines, `From before keys were used, with fingerprints only: ${unsealed.join(", ")}.`];
}

/** Whether our records still contain the one that a mail was about. */
export function mailedRecordText({ position }: NonNullable<EvidenceView["mailedRecord"]>) {
  return position === null
    ? {
        title: "We don’t have this record",
        text: "Compare the fingerprint with the email again. If it’s the same, records were removed or rewritten after we sent it.",
      }
    : { title: `It’s record ${position}`, text: "Our records still contain everything that email covers." };
}
