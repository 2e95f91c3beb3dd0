import type { BookingConditionView, RentalPhotoView } from "@nexby/contract/bookings/condition";
import {
  lastReports,
  PICKUP_PHASE,
  RETURN_PHASE,
  type ReportPhase,
  type ReportRole,
} from "@nexby/domain/condition/condition-reports";

/** The person's report that counts in a phase. */
export const lastReport = ({ reports }: BookingConditionView, role: ReportRole, phase: ReportPhase) =>
  lastReports(reports, phase).find(({ byRole }) => byRole === role) ?? null;

/** True if a receipt has no photo to prove it, and a report can still add one. */
export function isReceiptPhotoMissing(condition: BookingConditionView, role: ReportRole): boolean {
  const hasPhoto = (lastReport(condition, role, PICKUP_PHASE)?.photoIds ?? []).length > 0;
  return !hasPhoto && condition.allowed.report.includes(PICKUP_PHASE);
}

/** Photos that a report shows, in its order. */
export const photosOf = ({ photos }: BookingConditionView, photoIds: readonly string[]): RentalPhotoView[] =>
  photoIds.flatMap((id) => photos.find((photo) => photo.id === id) ?? []);

/** The person who receives the item has the last word, so their photos come first. */
const ROLES: Record<ReportPhase, readonly ReportRole[]> = {
  [PICKUP_PHASE]: ["renter", "owner"],
  [RETURN_PHASE]: ["owner", "renter"],
};

export type PhotoPair = { code: string; label: string; before: RentalPhotoView; after: RentalPhotoView };

/** The same shot at pickup and at return, in the order of the shot list. */
export function comparablePairs(condition: BookingConditionView): PhotoPair[] {
  const find = (phase: ReportPhase, code: string) =>
    ROLES[phase]
      .flatMap((role) => photosOf(condition, lastReport(condition, role, phase)?.photoIds ?? []))
      .find(({ shot, isRemoved }) => shot === code && !isRemoved);
  return condition.shots.flatMap(({ code, label }) => {
    const [before, after] = [find(PICKUP_PHASE, code), find(RETURN_PHASE, code)];
    return before && after ? [{ code, label, before, after }] : [];
  });
}
