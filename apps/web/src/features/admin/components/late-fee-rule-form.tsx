import {
  type LateFeeRuleFields,
  type LateFeeRulePreviewView,
  type LateFeeRuleView,
  lateFeeRuleFields,
} from "@nexby/contract/money/late-fees";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Link } from "wouter";
import type { z } from "zod";
import { SelectField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextField } from "../../../components/forms/text-fields.tsx";
import { Button, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { createLateFeeRule, listAdminCategories, previewLateFeeRule, updateLateFeeRule } from "../api.ts";

const NEW: z.input<typeof lateFeeRuleFields> = {
  name: "",
  categoryId: "",
  itemValueMin: "",
  itemValueMax: "",
  gracePeriodHours: "2",
  feeType: "fixed",
  feeAmount: "",
  maxFeeAmount: "",
  dailyEscalationRate: "0",
  escalationCapDays: "7",
  priority: "0",
};

const valuesOf = (rule: LateFeeRuleView) => ({
  ...NEW,
  name: rule.name,
  categoryId: rule.category?.id ?? "",
  itemValueMin: rule.itemValueMin ?? "",
  itemValueMax: rule.itemValueMax ?? "",
  gracePeriodHours: String(rule.gracePeriodHours),
  feeType: rule.feeType,
  feeAmount: rule.feeAmount,
  maxFeeAmount: rule.maxFeeAmount ?? "",
  dailyEscalationRate: rule.dailyEscalationRate,
  escalationCapDays: String(rule.escalationCapDays),
  priority: String(rule.priority),
});

const TYPES = [
  { value: "fixed", label: "In dollars" },
  { value: "percentage", label: "% of the daily rate" },
];
const PAIR = "grid grid-cols-1 gap-5 sm:grid-cols-2";

type LateFeeRuleFormProps = { rule: LateFeeRuleView | null; onDone: (message: string) => Promise<void> };

/** The form starts with its categories: a select without the rule's category would lose it. */
function LateFeeRuleForm(props: LateFeeRuleFormProps) {
  const { data: categories, isLoadingError, refetch } = useQuery(listAdminCategories());
  if (categories) {
    const options = categories.map(({ id, name }) => ({ value: id, label: name }));
    return <RuleFields {...props} categories={options} />;
  }
  if (isLoadingError) return <ErrorCard onRetry={() => void refetch()} />;
  return (
    <SkeletonArea label="Loading categories">
      <SkeletonBar shape="card" className="mt-5 h-96" />
    </SkeletonArea>
  );
}

type RuleFieldsProps = LateFeeRuleFormProps & { categories: readonly { value: string; label: string }[] };

function RuleFields({ rule, onDone, categories }: RuleFieldsProps) {
  const save = useIntent(async (key, fields: LateFeeRuleFields) =>
    rule ? updateLateFeeRule(rule.id)(key, fields) : createLateFeeRule(key, fields),
  );

  return (
    <Form
      schema={lateFeeRuleFields}
      defaultValues={rule ? valuesOf(rule) : NEW}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (fields) => {
        const { name } = await save(fields);
        await onDone(rule ? `${name} saved` : `${name} added`);
      }}
    >
      <TextField name="name" label="Name" autoComplete="off" />
      <div className={PAIR}>
        <SelectField name="categoryId" label="Category" placeholder="All categories" options={categories} />
        <TextField
          name="priority"
          label="Priority"
          hint="Rules with a higher priority come first."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField name="itemValueMin" label="Item value from ($, optional)" inputMode="decimal" autoComplete="off" />
        <TextField name="itemValueMax" label="Item value below ($, optional)" inputMode="decimal" autoComplete="off" />
        <SelectField name="feeType" label="The fee is" placeholder="Choose" options={TYPES} />
        <TextField name="feeAmount" label="Fee for the first day" inputMode="decimal" autoComplete="off" />
        <TextField name="gracePeriodHours" label="Hours without a fee" inputMode="numeric" autoComplete="off" />
        <TextField name="maxFeeAmount" label="Maximum fee ($, optional)" inputMode="decimal" autoComplete="off" />
        <TextField name="dailyEscalationRate" label="Increase per day (%)" inputMode="decimal" autoComplete="off" />
        <TextField name="escalationCapDays" label="Increase through day" inputMode="numeric" autoComplete="off" />
      </div>
      <RulePreview ruleId={rule?.id ?? null} />
      <DialogButtons>
        <SubmitButton busyText="Saving...">{rule ? "Save" : "Add rule"}</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

/** What the rule would have meant for past rentals. Nothing is saved. */
function RulePreview({ ruleId }: { ruleId: string | null }) {
  const { getValues, trigger } = useFormContext();
  const [preview, setPreview] = useState<LateFeeRulePreviewView | null>(null);
  const previewing = useMutationAction(async (key) => {
    const read = lateFeeRuleFields.safeParse(getValues());
    if (!read.success) {
      await trigger();
      return setPreview(null);
    }
    setPreview(await previewLateFeeRule(key, { rule: read.data, replacedId: ruleId }));
  });
  return (
    <div className="grid gap-3">
      <Button
        look="outline"
        className="w-max"
        isBusy={previewing.isBusy}
        busyText="Calculating..."
        onClick={() => void previewing.run()}
      >
        Preview on past rentals
      </Button>
      {previewing.problem && (
        <Notice look="problem" role="alert">
          {previewing.problem}
        </Notice>
      )}
      <div role="status">{preview && <PreviewResult preview={preview} />}</div>
    </div>
  );
}

function PreviewResult({ preview }: { preview: LateFeeRulePreviewView }) {
  const { months, rentalCount, ruledCount, lateCount, beforeCents, afterCents, examples } = preview;
  return (
    <Notice
      look="information"
      title={`${countOf(ruledCount, "rental")} of ${rentalCount} in the last ${months} months`}
    >
      <p>
        {lateCount === 0
          ? "None of them was late."
          : `${lateCount} of them ${lateCount === 1 ? "was late. Its fee" : "were late. Their fees"} would ${changeText(beforeCents, afterCents)}.`}
      </p>
      <ul className="mt-2 grid gap-1 text-sm">
        {examples.map(({ bookingId, title, daysLate, beforeCents: before, afterCents: after }) => (
          <li key={bookingId}>
            <Link href={`/my-bookings/${bookingId}`} className={TEXT_LINK_STYLE}>
              {title}
            </Link>
            {`, ${countOf(daysLate, "day")} late: ${dollarText(before)} → ${dollarText(after)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** "be $20.00 instead of $50.00", "stay $50.00" */
const changeText = (beforeCents: number, afterCents: number): string =>
  beforeCents === afterCents
    ? `stay ${dollarText(afterCents)}`
    : `be ${dollarText(afterCents)} instead of ${dollarText(beforeCents)}`;

type LateFeeRuleButtonProps = LateFeeRuleFormProps & {
  look: "primary" | "sign";
  /** Accessible name for an icon-only button. */
  name?: string;
  children: ReactNode;
};

export function LateFeeRuleButton({ rule, look, name, onDone, children }: LateFeeRuleButtonProps) {
  return (
    <DialogButton
      look={look}
      name={name}
      label={children}
      title={rule ? `Edit ${rule.name}` : "Add a late fee rule"}
      text="New bookings use it. Existing bookings keep their terms."
    >
      {(close) => <LateFeeRuleForm rule={rule} onDone={(message) => onDone(message).then(close)} />}
    </DialogButton>
  );
}
