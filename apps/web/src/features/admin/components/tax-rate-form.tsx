import { type TaxRateView, taxRateFields } from "@nexby/contract/money/taxes";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { TAX_RATE_TYPES } from "@nexby/domain/tax/tax-rate";
import type { ReactNode } from "react";
import { CheckboxField, SelectField } from "../../../components/forms/choice-fields.tsx";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField, TextField } from "../../../components/forms/text-fields.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { createTaxRate, updateTaxRate } from "../api.ts";
import { percentText, placeText, TYPE_LABELS } from "../settings-copy.ts";

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));
const TYPES = TAX_RATE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] ?? value }));
const PAIR = "grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4";

const NEW = {
  state: "",
  county: "",
  city: "",
  zipCode: "",
  taxRate: "",
  taxType: "sales",
  jurisdiction: "",
  effectiveDate: "",
  expirationDate: "",
  notes: "",
  endsFormer: false,
} as const;

/** Form values of a rate. */
const valuesOf = (rate: TaxRateView) => ({
  ...rate,
  taxType: TAX_RATE_TYPES.find((type) => type === rate.taxType) ?? "sales",
  taxRate: String(Number(rate.taxRate)),
  county: rate.county ?? "",
  city: rate.city ?? "",
  zipCode: rate.zipCode ?? "",
  jurisdiction: rate.jurisdiction ?? "",
  expirationDate: rate.expirationDate ?? "",
  notes: rate.notes ?? "",
  endsFormer: false,
});

type TaxRateFormProps = { rate: TaxRateView | null; onDone: (message: string) => Promise<void> };

/** Creates or edits a rate. */
function TaxRateForm({ rate, onDone }: TaxRateFormProps) {
  const save = useIntent((key, fields: Parameters<typeof createTaxRate>[1]) =>
    rate ? updateTaxRate(rate.id)(key, fields) : createTaxRate(key, fields),
  );

  return (
    <Form
      schema={taxRateFields}
      defaultValues={rate ? valuesOf(rate) : NEW}
      className="mt-5 grid grid-cols-1 gap-5"
      onSubmit={async (fields) => {
        const saved = await save(fields);
        const message = `${percentText(saved.taxRate)} for ${placeText(saved).name}`;
        await onDone(rate ? `${message} saved` : `${message} added`);
      }}
    >
      <div className={PAIR}>
        <SelectField name="state" label="State" placeholder="Choose a state" options={STATES} autoComplete="off" />
        <TextField name="taxRate" label="Rate (%)" inputMode="decimal" autoComplete="off" />
        <TextField name="county" label="County (optional)" autoComplete="off" />
        <TextField name="city" label="City (optional)" autoComplete="off" />
        <TextField name="zipCode" label="ZIP code (optional)" inputMode="numeric" autoComplete="off" />
        <SelectField name="taxType" label="Applies to" placeholder="Choose what is taxed" options={TYPES} />
        <TextField name="effectiveDate" label="First day" type="date" autoComplete="off" />
        <TextField name="expirationDate" label="Last day (optional)" type="date" autoComplete="off" />
      </div>
      <TextField
        name="jurisdiction"
        label="Jurisdiction (optional)"
        hint="The tax authority, such as State of New Jersey"
        autoComplete="off"
      />
      <TextAreaField name="notes" label="Notes (optional)" rows={2} />
      <CheckboxField name="endsFormer" label="End the current rate the day before this one starts" />
      <DialogButtons>
        <SubmitButton busyText="Saving...">{rate ? "Save" : "Add rate"}</SubmitButton>
      </DialogButtons>
    </Form>
  );
}

type TaxRateDialogButtonProps = {
  rate: TaxRateView | null;
  look: "primary" | "sign";
  /** Accessible name for an icon-only button. */
  name?: string;
  onDone: (message: string) => Promise<void>;
  children: ReactNode;
};

export function TaxRateDialogButton({ rate, look, name, onDone, children }: TaxRateDialogButtonProps) {
  return (
    <DialogButton
      look={look}
      name={name}
      label={children}
      title={rate ? `Edit the rate for ${placeText(rate).name}` : "Add a tax rate"}
      text={
        rate
          ? "New quotes use this rate. Existing bookings keep their price."
          : "Enter the combined rate. Only the rate for the smallest area applies; we don’t add rates together."
      }
    >
      {(close) => <TaxRateForm rate={rate} onDone={(message) => onDone(message).then(close)} />}
    </DialogButton>
  );
}
