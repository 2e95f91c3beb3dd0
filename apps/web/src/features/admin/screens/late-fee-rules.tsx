import type { LateFeeRuleView } from "@nexby/contract/money/late-fees";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { formatMoney } from "../../../lib/format.ts";
import { activateLateFeeRule, deactivateLateFeeRule, listLateFeeRules } from "../api.ts";
import { LateFeeRuleButton } from "../components/late-fee-rule-form.tsx";

/** Admin page for late fee rules, in the order in which they are considered. */
export function LateFeeRules() {
  const client = useQueryClient();
  const rules = useQuery(listLateFeeRules());
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: listLateFeeRules().queryKey });
    setMessage(text);
  };
  const focusArea = () => area.current?.focus();

  if (rules.isPending) {
    return (
      <SkeletonArea label="Loading rules">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  if (rules.isLoadingError) return <ErrorCard onRetry={() => void rules.refetch()} />;
  return (
    <div ref={area} tabIndex={-1} className="grid gap-6 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <SavedStatus text={message} />
        <LateFeeRuleButton rule={null} look="primary" onDone={done}>
          <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
          Add rule
        </LateFeeRuleButton>
      </div>
      <Table
        caption="Late fee rules"
        keyOf={({ id }) => id}
        rows={rules.data ?? []}
        columns={[
          { title: "Rule", cell: (rule) => <RuleName rule={rule} /> },
          { title: "Fee", cell: feeText },
          { title: "Hours free", cell: ({ gracePeriodHours }) => gracePeriodHours, isNumber: true },
          { title: "Priority", cell: ({ priority }) => priority, isNumber: true },
          {
            title: "Status",
            cell: ({ isActive }) => (
              <Badge look={isActive ? "good" : "plain"}>{isActive ? "Active" : "Inactive"}</Badge>
            ),
          },
          { title: "Actions", cell: (rule) => <RuleActions rule={rule} onDone={done} onGone={focusArea} /> },
        ]}
      />
    </div>
  );
}

function RuleName({ rule }: { rule: LateFeeRuleView }) {
  return (
    <div className="max-w-64">
      <span className="block break-words font-semibold">{rule.name}</span>
      <span className="block break-words text-muted text-sm">{scopeText(rule)}</span>
    </div>
  );
}

/** "Bikes, $500 to $1,000" */
function scopeText({ category, itemValueMin, itemValueMax }: LateFeeRuleView): string {
  const value =
    itemValueMin && itemValueMax
      ? `${formatMoney(itemValueMin)} to ${formatMoney(itemValueMax)}`
      : itemValueMin
        ? `from ${formatMoney(itemValueMin)}`
        : itemValueMax && `below ${formatMoney(itemValueMax)}`;
  return [category?.name ?? "All categories", value].filter(Boolean).join(", ");
}

/** "$25 per day, 10% more each day through day 7, up to $200" */
function feeText(rule: LateFeeRuleView): string {
  const { feeType, feeAmount, dailyEscalationRate, escalationCapDays, maxFeeAmount } = rule;
  const fee =
    feeType === "fixed" ? `${formatMoney(feeAmount)} per day` : `${Number(feeAmount)}% of the daily rate per day`;
  const increase =
    Number(dailyEscalationRate) > 0 &&
    `${Number(dailyEscalationRate)}% more each day for ${countOf(escalationCapDays, "day")}`;
  return [fee, increase, maxFeeAmount && `up to ${formatMoney(maxFeeAmount)}`].filter(Boolean).join(", ");
}

type RuleActionsProps = { rule: LateFeeRuleView; onDone: (message: string) => Promise<void>; onGone: () => void };

function RuleActions({ rule, onDone, onGone }: RuleActionsProps) {
  const { id, name, isActive } = rule;
  const activating = useMutationAction(async (key) => {
    await activateLateFeeRule(id)(key);
    await onDone(`${name} activated`);
  });
  return (
    <div className="flex items-center gap-1">
      <LateFeeRuleButton rule={rule} look="sign" name={`Edit ${name}`} onDone={onDone}>
        <Pencil size={20} strokeWidth={1.75} aria-hidden="true" />
      </LateFeeRuleButton>
      {isActive ? (
        <ConfirmButton
          label="Deactivate"
          name={`Deactivate ${name}`}
          title={`Deactivate ${name}?`}
          text="New bookings use the next rule that fits. Without any rule, a late return costs nothing. Existing bookings keep their terms."
          confirmLabel="Deactivate"
          onConfirm={async (key) => {
            await deactivateLateFeeRule(id)(key);
            await onDone(`${name} deactivated`);
          }}
          onOpenerGone={onGone}
        />
      ) : (
        <Button
          look="outline"
          aria-label={`Activate ${name}`}
          isBusy={activating.isBusy}
          onClick={() => void activating.run()}
        >
          Activate
        </Button>
      )}
      {activating.problem && (
        <Notice look="problem" role="alert">
          {activating.problem}
        </Notice>
      )}
    </div>
  );
}
