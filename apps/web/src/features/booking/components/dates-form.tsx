import type { ItemDetailView } from "@nexby/contract/items";
import { useId } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { CONTROL_STYLE } from "../../../components/ui/control-style.ts";
import { formatMoney, isZero } from "../../../lib/money.ts";

type Props = {
  item: ItemDetailView;
  /** Why nothing can be chosen. */
  reason: string;
};

/** Dates and what they cost. While it cannot be sent it says why, and takes nothing that would be lost. */
export function DatesForm({ item, reason }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="rounded-card border border-line bg-surface p-5 shadow-soft md:p-6"
    >
      <h2 id={`${id}-title`} className="text-lg">
        <span className="display-type text-2xl tabular-nums">{formatMoney(item.dailyRate)}</span> / day
      </h2>
      <fieldset disabled aria-describedby={`${id}-reason`} className="mt-5 grid gap-4">
        <legend className="sr-only">Dates</legend>
        <div className="grid grid-cols-2 gap-3">
          <DateField id={`${id}-from`} label="From" />
          <DateField id={`${id}-until`} label="Until" />
        </div>
        <button type="submit" className={`${BUTTON_STYLE.primary} w-full`}>
          Request to book
        </button>
      </fieldset>
      <p id={`${id}-reason`} className="mt-3 text-pretty text-muted text-sm">
        {reason}
      </p>
      <dl className="mt-5 grid gap-2 border-line border-t pt-4 text-sm">
        <Cost
          label="Deposit"
          value={isZero(item.depositAmount) ? "None" : `${formatMoney(item.depositAmount)}, refundable`}
        />
        <Cost label="Cleaning" value={isZero(item.cleaningFee) ? "None" : formatMoney(item.cleaningFee)} />
        <Cost label="Shortest rental" value={item.minRentalDays === 1 ? "1 day" : `${item.minRentalDays} days`} />
      </dl>
    </section>
  );
}

function DateField({ id, label }: { id: string; label: string }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <input id={id} type="date" className={`${CONTROL_STYLE} disabled:bg-subtle`} />
    </div>
  );
}

function Cost({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}
