import type { TaskOf } from "@nexby/contract/admin/tasks";
import { sql } from "drizzle-orm";
import { refunds } from "../../schema/payments.ts";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";
import { findRefundsWithPayers, NEEDS_ADMIN } from "./refunds.queries.ts";
import { payoutTasks } from "./waiting-payouts.ts";

type RefundRow = Awaited<ReturnType<typeof findRefundsWithPayers>>[number];

const refundTasks: TaskSource<"failed_refund"> = {
  open: (db) =>
    db
      .select({ id: refunds.id, since: refunds.createdAt, due: sql`null::timestamptz` })
      .from(refunds)
      .where(NEEDS_ADMIN),
  show: async (db, ids, admin) => {
    const rows = await findRefundsWithPayers(db, ids);
    const rentals = await findRentalCases(
      db,
      rows.map(({ payment }) => payment.bookingId),
    );
    return rows.flatMap((refund) => {
      const rental = rentals.get(refund.payment.bookingId);
      if (!rental) return [];
      const { id, amountCents, payer, payment } = refund;
      const obstacle = obstacleOf(refund);
      const task = presentRental(rental, admin, obstacle ? [] : (["mark_paid"] as const));
      return [
        {
          id,
          ...task,
          noDecision: task.noDecision ?? obstacle,
          moneyAtStakeCents: amountCents,
          details: {
            description: payment.description,
            payer,
            amountCents,
            card:
              payment.cardBrand && payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
            cause: causeOf(refund),
          },
        },
      ];
    });
  },
};

/** Nobody pays while the provider still sends the money, or while the bank may return it itself. */
function obstacleOf({ waitsForBalance, payment }: RefundRow): TaskOf<"failed_refund">["noDecision"] {
  if (waitsForBalance) return "automatic";
  return payment.status === "disputed" ? "bank_decides" : null;
}

function causeOf({ waitsForBalance, providerRefundId }: RefundRow): TaskOf<"failed_refund">["details"]["cause"] {
  if (waitsForBalance) return "balance_too_low";
  return providerRefundId === null ? "refused" : "sent_back";
}

/** Money that could not be sent. */
export const PAYMENT_TASKS = { failed_refund: refundTasks, waiting_payout: payoutTasks };
