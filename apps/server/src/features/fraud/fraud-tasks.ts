import { eq } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import { bookings } from "../../schema/bookings.ts";
import { fraudAnalyses } from "../../schema/fraud.ts";
import { findFirstMessages } from "../messaging/public.ts";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";
import { presentAnalysis } from "./fraud.presenter.ts";
import { findAnalysesDetails, NEEDS_REVIEW } from "./fraud.queries.ts";

/** Requests that were stopped before their owner saw them. They are due before the renter has waited too long. */
export const FRAUD_TASKS: { fraud_review: TaskSource<"fraud_review"> } = {
  fraud_review: {
    open: (db) =>
      db
        .select({ id: fraudAnalyses.id, since: fraudAnalyses.createdAt, due: fraudAnalyses.reviewBy })
        .from(fraudAnalyses)
        .innerJoin(bookings, eq(bookings.id, fraudAnalyses.bookingId))
        .where(NEEDS_REVIEW),
    show: async (db, ids, admin) => {
      const analyses = await findAnalysesDetails(db, ids);
      const bookingIds = analyses.map(({ booking }) => booking.id);
      const [rentals, messages, now] = [
        await findRentalCases(db, bookingIds),
        await findFirstMessages(db, bookingIds),
        await readClock(db),
      ];
      return analyses.flatMap((row) => {
        const rental = rentals.get(row.booking.id);
        if (!rental) return [];
        const message = messages.get(row.booking.id)?.content ?? null;
        const details = presentAnalysis({ ...row, message, now }, admin.id);
        return [
          {
            id: row.analysis.id,
            ...presentRental(rental, admin, details.allowedActions),
            moneyAtStakeCents: row.booking.totalCents,
            link: "/admin/fraud-detection",
            details,
          },
        ];
      });
    },
  },
};
