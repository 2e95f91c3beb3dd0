import type { DisputedHandoffView, WaitingCaseView } from "@nexby/contract/admin/tasks";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { useQuery } from "@tanstack/react-query";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { listDisputedHandoffs, listWaitingCases } from "../api.ts";
import { memberName, sinceCopy } from "../copy.ts";
import { Decide, TASK_STYLE, TaskList } from "./task-list.tsx";

/** What the owner can lose while nobody decides. */
function AtRisk({ amountAtRiskCents, holdEndsAt }: Pick<WaitingCaseView, "amountAtRiskCents" | "holdEndsAt">) {
  if (amountAtRiskCents === 0) return null;
  return (
    <p>
      <span className="font-semibold">{dollarText(amountAtRiskCents)} at risk.</span>{" "}
      {holdEndsAt ? `The deposit hold ends ${formatMoment(holdEndsAt)}.` : "The deposit is not held."}
    </p>
  );
}

export function WaitingCases() {
  const cases = useQuery(listWaitingCases());
  if (cases.isPending) {
    return (
      <SkeletonArea label="Loading cases">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  if (cases.isLoadingError) return <ErrorCard onRetry={() => void cases.refetch()} />;
  return (
    <TaskList title="Cases that wait for a decision" empty="No cases wait for a decision.">
      {cases.data?.map((one) => (
        <CaseTask key={one.bookingId} one={one} />
      ))}
    </TaskList>
  );
}

const REASONS: Record<WaitingCaseView["reason"], (renter: string, owner: string) => string> = {
  no_show: (renter, owner) => `${renter} and ${owner} disagree about who showed up.`,
  unreported: (renter, owner) => `Neither ${renter} nor ${owner} reported a handoff.`,
  deposit_lapsed: (renter) => `The deposit hold on ${renter}’s card ended, and the card declined a new one.`,
};

const renewalsCopy = (count: number) =>
  count === 0
    ? "The hold won’t be renewed again."
    : `The hold can be renewed ${count === 1 ? "once" : `${count} times`} more.`;

/** Decided on the booking's page, with the messages and reports at hand. */
function CaseTask({ one }: { one: WaitingCaseView }) {
  const { bookingId, item, renter, owner, reason, waitingSince, holdEndsAt, renewalsLeft, allowedActions } = one;
  return (
    <li className={TASK_STYLE}>
      <div className="min-w-0">
        <p className="font-semibold">{item.title}</p>
        <p>{REASONS[reason](memberName(renter), memberName(owner))}</p>
        <p className="text-muted text-sm">Waiting since {sinceCopy(waitingSince)}</p>
        <AtRisk {...one} />
        {holdEndsAt && <p className="text-muted text-sm">{renewalsCopy(renewalsLeft)}</p>}
      </div>
      <Decide bookingId={bookingId} title={item.title} isOwn={allowedActions.length === 0} />
    </li>
  );
}

export function DisputedHandoffs() {
  const handoffs = useQuery(listDisputedHandoffs());
  if (handoffs.isPending) {
    return (
      <SkeletonArea label="Loading handoffs">
        <SkeletonBar shape="card" className="h-40" />
      </SkeletonArea>
    );
  }
  if (handoffs.isLoadingError) return <ErrorCard onRetry={() => void handoffs.refetch()} />;
  return (
    <TaskList title="Disputed handoffs" empty="No handoffs are disputed.">
      {handoffs.data?.map((handoff) => (
        <HandoffTask key={handoff.bookingId} handoff={handoff} />
      ))}
    </TaskList>
  );
}

/** Decided on the booking's page, with the messages and reports at hand. */
function HandoffTask({ handoff }: { handoff: DisputedHandoffView }) {
  const { bookingId, item, renter, owner, reason, disputedAt, refundCents, allowedActions } = handoff;
  return (
    <li className={TASK_STYLE}>
      <div className="min-w-0">
        <p className="font-semibold">{item.title}</p>
        <p>
          {memberName(owner)} marked it as handed over. {memberName(renter)} disputes it.
        </p>
        <p className="text-muted text-sm">
          Disputed {sinceCopy(disputedAt)} · {dollarText(refundCents)} paid
        </p>
        <AtRisk {...handoff} />
        <p className="whitespace-pre-line break-words text-muted">“{reason}”</p>
      </div>
      <Decide bookingId={bookingId} title={item.title} isOwn={allowedActions.length === 0} />
    </li>
  );
}
