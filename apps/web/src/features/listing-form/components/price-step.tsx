import type { CategoryView } from "@nexby/contract/categories";
import { MoneyField } from "./amount-field.tsx";
import { Earnings } from "./earnings.tsx";
import { FieldGroup, FieldPair } from "./field-group.tsx";

type Props = { categories: readonly CategoryView[]; isFoodTruck: boolean };

export function PriceStep({ categories, isFoodTruck }: Props) {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <MoneyField
          name="dailyRate"
          label="Daily rate"
          hint={
            isFoodTruck
              ? "Shown on your card. What a visit costs is asked for in the step Food truck."
              : "For one unit and one day."
          }
        />
        <Earnings categories={categories} />
      </div>
      <FieldGroup title="In case something goes wrong" text="Both are optional.">
        <FieldPair>
          <MoneyField name="depositAmount" label="Deposit" hint="Held, and given back after the return." />
          <MoneyField name="lateReturnFee" label="Late return fee" hint="For each day it comes back late." />
        </FieldPair>
      </FieldGroup>
      <FieldGroup title="Fees" text="Paid once per rental. Leave empty what you do not ask for.">
        <MoneyField name="cleaningFee" label="Cleaning fee" />
        <FieldPair>
          <MoneyField name="setupFlatFeeCents" label="Set-up fee" hint="However many units." />
          <MoneyField name="setupPerUnitFeeCents" label="Set-up fee per unit" hint="For each unit rented." />
        </FieldPair>
      </FieldGroup>
    </>
  );
}
