import type { AdminTaskKind, TaskOf } from "@nexby/contract/admin/tasks";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { damageText } from "../../../lib/damage-labels.ts";
import { formatMoment, zonedTime } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { cancelSuspendedBooking } from "../api.ts";
import { memberName, WAITING_REASONS } from "../copy.ts";
import { taskTitle } from "../task-copy.ts";
import { AccountActionButton, VerificationBadges } from "./account-actions.tsx";
import { FraudDecision, RiskSummary } from "./analysis-card.tsx";
import { HelpMessage } from "./help-messages.tsx";
import { PaidRefundButton } from "./paid-refund-button.tsx";
import type { TaskContentProps, TaskContents } from "./task-card.tsx";

type RentalKind = Exclude<AdminTaskKind, "account_approval" | "help_message" | "reported_conversation">;

const namesOf = ({ subject }: TaskOf<RentalKind>) => [memberName(subject.renter), memberName(subject.owner)] as const;

const Actions = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-3">{children}</div>;

/** What somebody wrote. */
const Quote = ({ text }: { text: string }) =>
  text === "" ? null : (
    <p className="line-clamp-4 max-w-prose whitespace-pre-line break-words rounded-control bg-subtle px-3.5 py-2.5">
      “{text}”
    </p>
  );

/** Leads to the booking's page, where photos, messages and reports are at hand. */
function Decide({ task }: { task: TaskOf<RentalKind> }) {
  if (task.decisions.length === 0) return null;
  return (
    <Actions>
      <Link href={task.link} aria-label={`Review and decide: ${taskTitle(task)}`} className={BUTTON_STYLE.outline}>
        Review and decide
      </Link>
    </Actions>
  );
}

type HoldTask = TaskOf<"disputed_handoff" | "contested_no_show" | "unreported_rental" | "lapsed_deposit">;

const renewalsCopy = (count: number) =>
  count === 0 ? "It won’t be renewed again." : `It can be renewed ${count === 1 ? "once" : `${count} times`} more.`;

/** What the owner can lose while nobody decides. */
function Hold({ task: { details } }: { task: HoldTask }) {
  const { amountAtRiskCents, holdEndsAt, renewalsLeft } = details;
  if (amountAtRiskCents === 0) return null;
  return (
    <p className="text-sm">
      {holdEndsAt
        ? `The deposit hold of ${dollarText(amountAtRiskCents)} ends ${formatMoment(holdEndsAt)}. ${renewalsCopy(renewalsLeft)}`
        : `The deposit of ${dollarText(amountAtRiskCents)} is not held.`}
    </p>
  );
}

function FraudReview({ task, onDone, onGone }: TaskContentProps<"fraud_review">) {
  const [renter, owner] = namesOf(task);
  return (
    <>
      <p>
        {renter} requested it from {owner}.
      </p>
      <RiskSummary analysis={task.details} />
      <Actions>
        {task.decisions.map((decision) => (
          <FraudDecision
            key={decision}
            decision={decision}
            analysis={task.details}
            onDone={onDone}
            onOpenerGone={onGone}
          />
        ))}
      </Actions>
    </>
  );
}

function AccountApproval({ task, onDone, onGone }: TaskContentProps<"account_approval">) {
  const account = task.details;
  const place = [account.city, account.state].filter(Boolean).join(", ");
  return (
    <>
      <p className="break-words">{[account.email, place].filter(Boolean).join(" · ")}</p>
      <VerificationBadges account={account} />
      <Actions>
        {task.decisions.map((action) => (
          <AccountActionButton key={action} action={action} account={account} onDone={onDone} onOpenerGone={onGone} />
        ))}
      </Actions>
    </>
  );
}

const DAY = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

function SuspendedBooking({ task, onDone, onGone }: TaskContentProps<"suspended_booking">) {
  const { renter, owner } = task.subject;
  const { startAt, timezone, refundCents, isCharged } = task.details;
  const suspended = [renter, owner].filter(({ isSuspended }) => isSuspended).map(memberName);
  const title = taskTitle(task);
  const label = isCharged ? `Cancel and refund ${dollarText(refundCents)}` : "Cancel without charge";
  const canceling = useMutationAction(async (key) => {
    await cancelSuspendedBooking(task.id)(key, {
      refundCents,
      reason: "The renter’s or owner’s account was suspended",
    });
    await onDone(`The booking of ${title} was canceled`);
    onGone();
  });
  return (
    <>
      <p>
        {memberName(renter)} rents from {memberName(owner)}. {suspended.join(" and ")}{" "}
        {suspended.length > 1 ? "are" : "is"} suspended. The rental starts {zonedTime(new Date(startAt), timezone, DAY)}
        .
      </p>
      {canceling.problem && (
        <Notice look="problem" role="alert">
          {canceling.problem}
        </Notice>
      )}
      {task.decisions.length > 0 && (
        <Actions>
          <Button
            look="outline"
            isBusy={canceling.isBusy}
            busyText="Canceling..."
            aria-label={`${label}: ${title}`}
            onClick={() => void canceling.run()}
          >
            {label}
          </Button>
        </Actions>
      )}
    </>
  );
}

function DisputedHandoff({ task }: TaskContentProps<"disputed_handoff">) {
  const [renter, owner] = namesOf(task);
  return (
    <>
      <p>
        {owner} marked it as handed over. {renter} disputes it.
      </p>
      <Quote text={task.details.reason} />
      <Hold task={task} />
      <Decide task={task} />
    </>
  );
}

function ContestedNoShow({ task }: TaskContentProps<"contested_no_show">) {
  const [renter, owner] = namesOf(task);
  const [reporter, absent] = task.details.reportedBy === "owner" ? [owner, renter] : [renter, owner];
  return (
    <>
      <p>
        {reporter} reported that {absent} didn’t show up. {absent} says otherwise.
      </p>
      <Quote text={task.details.reason} />
      <Hold task={task} />
      <Decide task={task} />
    </>
  );
}

function UnreportedRental({ task }: TaskContentProps<"unreported_rental">) {
  const [renter, owner] = namesOf(task);
  return (
    <>
      <p>
        Neither {renter} nor {owner} reported a handoff.
      </p>
      <Hold task={task} />
      <Decide task={task} />
    </>
  );
}

function LapsedDeposit({ task }: TaskContentProps<"lapsed_deposit">) {
  const [renter, owner] = namesOf(task);
  return (
    <>
      <p>
        The deposit hold on {renter}’s card ended, and the card declined a new one. {owner} may not get this money.
      </p>
      <Decide task={task} />
    </>
  );
}

const ANSWERS: Record<TaskOf<"damage_claim">["details"]["status"], string> = {
  open: "hasn’t answered",
  agreed: "agreed",
  contested: "contested it",
};

function DamageClaim({ task }: TaskContentProps<"damage_claim">) {
  const [renter, owner] = namesOf(task);
  const { details } = task;
  return (
    <>
      <p>
        {owner} rented it to {renter}. {renter} {ANSWERS[details.status]}.
      </p>
      <p className="text-muted text-sm">{[damageText(details), countOf(details.photoCount, "photo")].join(" · ")}</p>
      <Quote text={details.contestReason ?? details.notes} />
      <Decide task={task} />
    </>
  );
}

function ContestedLateFee({ task }: TaskContentProps<"contested_late_fee">) {
  const [renter, owner] = namesOf(task);
  const { daysLate, reason } = task.details;
  return (
    <>
      <p>
        {renter} returned it {countOf(daysLate, "day")} late to {owner}.
      </p>
      <Quote text={reason} />
      <Decide task={task} />
    </>
  );
}

function refundCause({ cause, card }: TaskOf<"failed_refund">["details"]): string {
  if (cause === "balance_too_low")
    return "The Stripe balance is too low. Add money to the balance in Stripe’s dashboard.";
  const bank = card ? `The bank of the card ending in ${card.last4}` : "The bank";
  return cause === "sent_back"
    ? `${bank} returned it three times.`
    : "The card provider declined it three times, so we can’t refund the card.";
}

function FailedRefund({ task, onDone, onGone }: TaskContentProps<"failed_refund">) {
  const { payer, description } = task.details;
  return (
    <>
      <p className="break-words">
        {description}, to {memberName(payer)}, {payer.email}. {refundCause(task.details)}
      </p>
      {task.decisions.length > 0 && (
        <Actions>
          <PaidRefundButton task={task} onDone={onDone} onGone={onGone} />
        </Actions>
      )}
    </>
  );
}

function WaitingPayout({ task }: TaskContentProps<"waiting_payout">) {
  const { owner, reason } = task.details;
  return (
    <p className="break-words">
      For {memberName(owner)}, {owner.email}. {WAITING_REASONS[reason]}
    </p>
  );
}

function HelpMessageTask({ task, onDone, onGone }: TaskContentProps<"help_message">) {
  return <HelpMessage message={task.details} onDone={onDone} onGone={onGone} />;
}

/** Kinds whose content other features have. */
export type OtherContents = Pick<TaskContents, "reported_review" | "reported_conversation">;

export const taskContents = (others: OtherContents): TaskContents => ({
  fraud_review: FraudReview,
  account_approval: AccountApproval,
  suspended_booking: SuspendedBooking,
  disputed_handoff: DisputedHandoff,
  contested_no_show: ContestedNoShow,
  unreported_rental: UnreportedRental,
  lapsed_deposit: LapsedDeposit,
  damage_claim: DamageClaim,
  contested_late_fee: ContestedLateFee,
  failed_refund: FailedRefund,
  waiting_payout: WaitingPayout,
  help_message: HelpMessageTask,
  ...others,
});
