import { amount } from "@nexby/contract/amounts";
import {
  approveBooking,
  claimDamage,
  closeBooking,
  confirmPickup,
  contestNoShow,
  declineBooking,
  handOver,
  objectToHandover,
  reportNoShow,
  resolveClaim,
  submitReturn,
} from "@nexby/contract/booking-acts";
import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import type { OwnAct } from "./acts.ts";

/** Acts with a form of their own; what canceling needs is shown before it is asked. */
export type FormAct = Exclude<OwnAct, "cancel">;

/** Of the contract, but for amounts, which are typed in dollars. */
export const ACT_SCHEMAS: Record<FormAct, z.ZodType<object, FieldValues>> = {
  approve: approveBooking.body,
  decline: declineBooking.body,
  confirm_pickup: confirmPickup.body,
  hand_over: handOver.body,
  object_to_handover: objectToHandover.body,
  submit_return: submitReturn.body,
  close: closeBooking.body,
  claim_damage: z.object({
    ...claimDamage.body.shape,
    amountCents: amount("Amount").refine((cents) => cents > 0, "Amount must be more than zero"),
  }),
  report_no_show: reportNoShow.body,
  contest_no_show: contestNoShow.body,
  resolve: z.object({ ...resolveClaim.body.shape, damageCents: amount("Amount") }),
};
