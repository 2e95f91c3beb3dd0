import {
  agreeToClaim,
  approveBooking,
  confirmReturn,
  confirmUnits,
  contestClaim,
  contestLateFee,
  contestNoShow,
  decideLateFee,
  declineBooking,
  disputeHandoff,
  giveUpDeposit,
  markHandedOver,
  markReturned,
  markUnitAvailable,
  nameLoss,
  rejectHandoff,
  reportNoShow,
  resolveDamageClaim,
  retryDeposit,
  upholdHandoff,
  waiveLateFee,
} from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { approveExtension, declineExtension, withdrawExtension } from "@nexby/contract/bookings/extensions";
import { amount } from "@nexby/contract/fields";
import type { FieldValues } from "react-hook-form";
import { Link } from "wouter";
import { z } from "zod";
import { CheckboxField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField, TextField } from "../../../components/forms/text-fields.tsx";
import { Dialog, DialogButtons } from "../../../components/ui/dialog.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { ACTIONS } from "../api.ts";
import { type ActionContext, actionCopy, type OwnAction } from "../copy/actions.ts";
import { limitText, nameableText } from "../copy/damage-claim.ts";
import { owedCopy } from "../copy/late-fee.ts";
import { missingWarning } from "../copy/missing-pieces.ts";
import { UnitsField, unitsAsked } from "./units-field.tsx";
import { useAction } from "./use-action.ts";

type Props = ActionContext & {
  action: FormAction;
  booking: BookingView | BookingDetailView;
  /** Sent along without asking, such as the id of what is decided on. */
  values?: object | undefined;
  isOpen: boolean;
  onClose: () => void;
};

export function ActionDialog({ isOpen, onGone, ...form }: Props) {
  const { action, booking } = form;
  const { title, text, payoutNotice } = actionCopy(action, booking);
  const warning = action === "close" && "missingPieces" in booking ? missingWarning(booking.missingPieces) : null;
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={title} text={text} onOpenerGone={onGone}>
      {payoutNotice && (
        <Notice look="information" title="Your payout account isn’t ready" className="mt-4">
          <p>{payoutNotice}</p>
          <Link href="/profile?tab=payments" className="inline-flex min-h-11 items-center font-semibold underline">
            Set up payouts
          </Link>
        </Notice>
      )}
      {warning && (
        <Notice look="problem" title="Pieces are missing" className="mt-4">
          {warning}
        </Notice>
      )}
      <ActionForm {...form} />
    </Dialog>
  );
}

function ActionForm({ action, booking, values, onClose, onTooLate }: Omit<Props, "isOpen" | "onGone">) {
  const { field, check, amount, confirm, busy, done, look } = actionCopy(action, booking);
  const hint = hintOf(action, booking);
  const asksUnits = action === "submit_return" && booking.unitsOut > 1;
  // The form is validated by ACTION_SCHEMAS[action], so the body matches the action's endpoint.
  const send = ACTIONS[action](booking.id) as (key: string, body: object) => Promise<BookingDetailView>;
  const submit = useAction(send, {
    done,
    onTooLate: (reason) => {
      // Closed first, because another dialog may take its place.
      onClose();
      onTooLate(reason, action);
    },
  });

  return (
    <Form
      schema={ACTION_SCHEMAS[action]}
      defaultValues={{ ...values, ...(asksUnits && unitsAsked(booking)), ...shownOf(action, booking) }}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (body) => {
        await submit(body);
        onClose();
      }}
    >
      {asksUnits && <UnitsField booking={booking} />}
      {amount && <TextField {...amount} hint={hint} inputMode="decimal" autoComplete="off" placeholder="0.00" />}
      {check && <CheckboxField {...check} />}
      {field && <TextAreaField {...field} />}
      <DialogButtons cancelLabel="Not now">
        <SubmitButton look={look} busyText={busy}>
          {confirm}
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}

/** What the decision was made from, so that a second click decides nothing more. */
const shownOf = (action: FormAction, booking: Props["booking"]): object =>
  action === "waive_late_fee" && "lateFee" in booking && booking.lateFee
    ? { owedCents: booking.lateFee.owedCents }
    : {};

/** How much can be decided. */
function hintOf(action: FormAction, booking: Props["booking"]): string | undefined {
  if (action === "name_loss") return "lossLimitCents" in booking ? nameableText(booking) : undefined;
  if (action === "resolve") return "damageLimitCents" in booking ? limitText(booking) : undefined;
  return "lateFee" in booking && action.endsWith("_late_fee") ? owedCopy(booking) : undefined;
}

/** Canceling has its own dialog, which previews the refund first, and so has a claim, which has photos. */
type FormAction = Exclude<OwnAction, "cancel" | "claim_damage">;

/** The contract's request bodies, except that amounts are entered in dollars. */
const ACTION_SCHEMAS: Record<FormAction, z.ZodType<object, FieldValues>> = {
  approve: approveBooking.body,
  decline: declineBooking.body,
  hand_over: markHandedOver.body,
  object_to_handover: disputeHandoff.body,
  approve_extension: approveExtension.body,
  decline_extension: declineExtension.body,
  withdraw_extension: withdrawExtension.body,
  submit_return: markReturned.body,
  confirm_units: confirmUnits.body,
  close: confirmReturn.body,
  name_loss: z.object({
    ...nameLoss.body.shape,
    amountCents: amount("Amount").refine((cents) => cents > 0, "Amount must be more than zero"),
  }),
  agree_to_claim: agreeToClaim.body,
  contest_claim: contestClaim.body,
  report_no_show: reportNoShow.body,
  contest_no_show: contestNoShow.body,
  contest_late_fee: contestLateFee.body,
  waive_late_fee: z.object({
    ...waiveLateFee.body.shape,
    amountCents: amount("Amount").refine((cents) => cents > 0, "Amount must be more than zero"),
  }),
  decide_late_fee: z.object({ ...decideLateFee.body.shape, amountCents: amount("Amount") }),
  uphold_handoff: upholdHandoff.body,
  reject_handoff: rejectHandoff.body,
  retry_deposit: retryDeposit.body,
  give_up_deposit: giveUpDeposit.body,
  mark_available: markUnitAvailable.body,
  resolve: z.object({ ...resolveDamageClaim.body.shape, damageCents: amount("Amount") }),
};
