import { sql } from "drizzle-orm";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";
import { presentModerated } from "./reviews.presenter.ts";
import { findModerated, openReports } from "./reviews.queries.ts";

/** Reviews with reports that nobody has answered. */
export const REVIEW_TASKS: { reported_review: TaskSource<"reported_review"> } = {
  reported_review: {
    open: (db) => {
      const reported = openReports(db).as("reported");
      return db.select({ id: reported.id, since: reported.createdAt, due: sql`null::timestamptz` }).from(reported);
    },
    show: async (db, ids, admin) => {
      const rows = await findModerated(db, ids);
      const rentals = await findRentalCases(
        db,
        rows.map(({ review }) => review.bookingId),
      );
      return rows.flatMap((row) => {
        const rental = rentals.get(row.review.bookingId);
        if (!rental) return [];
        const details = presentModerated(row, admin);
        return [
          {
            id: row.review.id,
            ...presentRental(rental, admin, details.hidden ? (["keep"] as const) : (["hide", "keep"] as const)),
            moneyAtStakeCents: null,
            link: "/admin/reviews",
            details,
          },
        ];
      });
    },
  },
};
