import { plus } from "../bookings/deadlines.ts";
import { DAY } from "../kernel/duration.ts";

/** The days an admin can choose. */
export const RETENTION_DAYS = { least: 30, most: 3650 };

/** A removal of a rental's photos, with what decided it. */
type Removal = {
  readonly removedAt: Date;
  /** The setting at the time. */
  readonly retentionDays: number;
  /** When the rental was completed or canceled. */
  readonly endedAt: Date | null;
  /** When all money was settled. Until then something is open. */
  readonly settledAt: Date | null;
};

/** Photos are kept until the retention period after the rental is over and nothing is open. */
export function isRemovalDue({ removedAt, retentionDays, endedAt, settledAt }: Removal): boolean {
  if (endedAt === null || settledAt === null || settledAt > removedAt) return false;
  return retentionDays >= RETENTION_DAYS.least && removedAt >= plus(endedAt, retentionDays * DAY);
}
