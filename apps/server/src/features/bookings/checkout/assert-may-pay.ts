import { allowedActs } from "@nexby/domain/bookings/booking-actions";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { Shown } from "../overview/show-bookings.ts";

/** Only who owes it pays it, and only while it is owed. */
export function assertMayPay({ life, role, now }: Shown, kind: "rental" | "deposit"): void {
  const act = kind === "rental" ? "pay" : "pay_deposit";
  if (!allowedActs(life, role, now).includes(act)) throw new AppError("action_not_allowed");
}
