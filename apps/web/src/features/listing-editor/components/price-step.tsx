import type { CategoryView } from "@nexby/contract/listings/categories";
import { type Cents, cents, centsFromDecimal } from "@nexby/domain/kernel/money";
import { type FoodTruckMode, foodTruckPrice } from "@nexby/domain/pricing/food-truck-price";
import { rentalPrice } from "@nexby/domain/pricing/rental-price";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { formatCents } from "../../../lib/format.ts";
import type { FoodTruckValues, ListingValues } from "../listing-values.ts";
import { FieldGroup, FieldPair, MoneyField } from "./fields.tsx";

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
              ? "Shown in search results. Set the price of a visit in the Food truck step."
              : "Per unit, per day."
          }
        />
        <Earnings categories={categories} />
      </div>
      <FieldGroup title="In case something goes wrong" text={isFoodTruck ? "Optional." : "Both are optional."}>
        <FieldPair>
          <MoneyField
            name="depositAmount"
            label="Deposit"
            hint={
              isFoodTruck
                ? "We hold it on the renter’s card and release it after the event."
                : "We hold it on the renter’s card and release it after the return."
            }
          />
          {!isFoodTruck && <MoneyField name="lateReturnFee" label="Late return fee" hint="For each day it’s late." />}
        </FieldPair>
      </FieldGroup>
      <FieldGroup title="Fees" text="Charged once per rental. Leave blank any fee you don’t charge.">
        <MoneyField name="cleaningFee" label="Cleaning fee" />
        <FieldPair>
          <MoneyField name="setupFlatFeeCents" label="Setup fee" hint="For any number of units." />
          <MoneyField name="setupPerUnitFeeCents" label="Setup fee per unit" hint="For each unit rented." />
        </FieldPair>
      </FieldGroup>
    </>
  );
}

const NAMES = ["dailyRate", "cleaningFee", "setupFlatFeeCents", "setupPerUnitFeeCents", "categoryIds"] as const;

/** Live earnings preview. */
function Earnings({ categories }: { categories: readonly CategoryView[] }) {
  const [dailyRate, cleaningFee, setupFlatFeeCents, setupPerUnitFeeCents, [categoryId]] = useWatch<
    ListingValues,
    typeof NAMES
  >({ name: NAMES });
  const category = categories.find(({ id }) => id === categoryId);
  const fees = { dailyRate, cleaningFee, setupFlatFeeCents, setupPerUnitFeeCents };

  return (
    <section aria-label="What you earn" className="rounded-card bg-primary-soft p-4 text-on-primary-soft">
      <h3 className="font-semibold">You earn</h3>
      <EarningsList
        rows={SHOWN_DAYS.map((days) => ({
          label: days === 1 ? "1 day" : `${days} days`,
          cents: category ? earningsFor(fees, days, Number(category.listerCommissionRate)) : null,
        }))}
      />
      {category ? (
        <p className="mt-2 text-pretty text-sm">
          After our {Number(category.listerCommissionRate)}% commission for {category.name}. Renters pay tax on top.
        </p>
      ) : (
        <Link href="?step=basics" className={TEXT_LINK_STYLE}>
          Choose a category first
        </Link>
      )}
    </section>
  );
}

type Row = { label: string; cents: number | null };

function EarningsList({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="mt-2 grid gap-1">
      {rows.map(({ label, cents }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt>{label}</dt>
          <dd className="font-bold text-lg tabular-nums">{cents === null ? "–" : formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

const GUESTS = [25, 50, 100];

/** Live earnings preview for a visit without travel distance. */
export function VisitEarnings({ categories }: { categories: readonly CategoryView[] }) {
  const [truck, [categoryId]] = useWatch<ListingValues, readonly ["foodTruck", "categoryIds"]>({
    name: ["foodTruck", "categoryIds"],
  });
  const category = categories.find(({ id }) => id === categoryId);
  if (!category) return null;
  const rate = Number(category.listerCommissionRate);
  const earned = (mode: "PER_PERSON" | "APPEARANCE", guests: number) => visitEarningsFor(truck, mode, guests, rate);
  const rows = [
    ...GUESTS.map((guests) => ({ label: `${guests} guests`, cents: earned("PER_PERSON", guests) })),
    { label: "Appearance, 1 day", cents: earned("APPEARANCE", 0) },
  ].filter(({ cents }) => cents !== null);

  return (
    <section aria-label="What you earn" className="rounded-card bg-primary-soft p-4 text-on-primary-soft">
      <h3 className="font-semibold">You earn</h3>
      {rows.length > 0 ? <EarningsList rows={rows} /> : <p>Enter a price to see your earnings.</p>}
      <p className="mt-2 text-pretty text-sm">
        After our {rate}% commission for {category.name}. Doesn’t include per-mile fees.
      </p>
    </section>
  );
}

type Fees = Pick<ListingValues, "dailyRate" | "cleaningFee" | "setupFlatFeeCents" | "setupPerUnitFeeCents">;

const SHOWN_DAYS = [1, 3, 7] as const;

/** Only the owner's commission matters here; the renter's fee and tax are added on top. */
const ratesWith = (listerCommissionRate: number) => ({
  listerCommissionRate,
  renterCommissionRate: 0,
  taxRate: 0,
  insuranceRate: 0,
});

/** Owner earnings for one unit and this many days; null while an amount is invalid or there is no daily rate. */
export function earningsFor(fees: Fees, days: number, commissionRate: number): Cents | null {
  const dailyRate = amountOf(fees.dailyRate);
  const cleaning = amountOf(fees.cleaningFee);
  const flat = amountOf(fees.setupFlatFeeCents);
  const perUnit = amountOf(fees.setupPerUnitFeeCents);
  if (!dailyRate || cleaning === null || flat === null || perUnit === null) return null;
  const terms = {
    dailyRateCents: dailyRate,
    cleaningFeeCents: cleaning,
    setupFlatFeeCents: flat,
    setupPerUnitFeeCents: perUnit,
    deliveryFeeCents: cents(0),
    depositCents: cents(0),
  };
  return rentalPrice(terms, { days, quantity: 1, isDelivered: false }, ratesWith(commissionRate)).ownerEarningsCents;
}

/** Earnings of one visit without travel distance; null while an amount is invalid or the mode isn't offered. */
export function visitEarningsFor(
  truck: FoodTruckValues,
  mode: FoodTruckMode,
  guests: number,
  commissionRate: number,
): Cents | null {
  const perPerson = amountOf(truck.perPersonPriceCents);
  const appearance = amountOf(truck.appearanceFeeCents);
  const travel = amountOf(truck.baseTravelFeeCents);
  const minHeadcount = wholeOf(truck.perPersonMinHeadcount);
  const tiers = truck.tieredPricing.map((tier) => ({
    min: wholeOf(tier.min) ?? Number.NaN,
    max: tier.max.trim() === "" ? null : (wholeOf(tier.max) ?? Number.NaN),
    perPersonPriceCents: amountOf(tier.perPersonPriceCents) ?? cents(0),
  }));
  if (perPerson === null || appearance === null || travel === null || minHeadcount === null) return null;
  const price = foodTruckPrice(
    {
      enabledModes:
        truck.enabledModes === "PER_PERSON" || truck.enabledModes === "APPEARANCE" ? truck.enabledModes : "BOTH",
      onsiteSales: truck.onsiteSales,
      perPersonPriceCents: perPerson,
      perPersonMinHeadcount: minHeadcount,
      tieredPricing: tiers,
      appearanceFeeCents: appearance,
      baseTravelFeeCents: travel,
      travelFeePerMileCents: cents(0),
      travelRadiusMiles: null,
    },
    { mode, headcount: guests, days: 1, miles: 0 },
    ratesWith(commissionRate),
  );
  return price.ok && price.value.ownerSubtotalCents > 0 ? price.value.ownerEarningsCents : null;
}

/** Empty counts as zero; null is not an amount. */
function amountOf(typed: string): Cents | null {
  if (typed.trim() === "") return cents(0);
  const read = centsFromDecimal(typed.trim());
  // Far above the contract's maximum, but small enough to calculate with safely.
  return read.ok && read.value < 1_000_000_000 ? read.value : null;
}

const wholeOf = (typed: string): number | null => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null);
