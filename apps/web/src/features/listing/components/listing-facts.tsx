import type { ItemDetailView } from "@nexby/contract/listings/items";
import type { FoodTruckView } from "@nexby/contract/listings/listing-fields";
import {
  CalendarDays,
  Clock,
  ExternalLink,
  Handshake,
  Layers,
  type LucideIcon,
  RotateCcw,
  ShieldCheck,
  Sparkles,
  Wrench,
  Zap,
} from "lucide-react";
import { pieceCopy } from "../../../components/rental/copy.ts";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { formatCents } from "../../../lib/format.ts";
import { type FactTopic, factsOf, priceStepsOf, truckFactsOf } from "../copy.ts";

const ICONS: Record<FactTopic, LucideIcon> = {
  deposit: ShieldCheck,
  cleaning: Sparkles,
  setup: Wrench,
  late: Clock,
  exchange: Handshake,
  quantity: Layers,
  days: CalendarDays,
  cancellation: RotateCcw,
  instant: Zap,
};

export function ListingFacts({ item }: { item: ItemDetailView }) {
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {factsOf(item).map(({ topic, label, value }) => {
        const Icon = ICONS[topic];
        return (
          <div key={topic} className="grid grid-cols-[1.25rem_1fr] content-start gap-x-4">
            <dt className="col-start-2 font-semibold">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="absolute mt-0.5 -ml-9 text-muted" />
              {label}
            </dt>
            <dd className="col-start-2 text-pretty text-muted tabular-nums">{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

export function IncludedPieces({ pieces }: Pick<ItemDetailView, "pieces">) {
  return (
    <>
      <p className="mb-4 max-w-[68ch] text-pretty text-muted">
        You both count the pieces at pickup and return. You pay the price of a piece only if you don’t return it.
      </p>
      <ul className="grid max-w-md gap-2 tabular-nums">
        {pieces.map(pieceCopy).map(([label, price]) => (
          <li key={label} className="flex justify-between gap-4">
            <span className="min-w-0 break-words">{label}</span>
            <span className="shrink-0 text-muted">{price}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A food truck's price tiers, requirements and menu. */
export function FoodTruckTerms({ truck }: { truck: FoodTruckView }) {
  return (
    <div className="grid gap-6">
      {truck.offeredModes.includes("PER_PERSON") && truck.tieredPricing.length > 0 && <PriceSteps truck={truck} />}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {truckFactsOf(truck).map(({ label, value }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-pretty text-muted tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {(truck.menuUrl ?? truck.menuFileUrl) && (
        <p className="flex flex-wrap gap-x-6">
          {truck.menuUrl && <MenuLink href={truck.menuUrl} label="Menu on the truck’s website" />}
          {truck.menuFileUrl && <MenuLink href={truck.menuFileUrl} label="Open the menu" />}
        </p>
      )}
    </div>
  );
}

function PriceSteps({ truck }: { truck: FoodTruckView }) {
  const steps = priceStepsOf(truck);
  return (
    <table className="w-full max-w-md border-collapse text-left tabular-nums">
      <caption className="sr-only">Price per guest by number of guests</caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          <th scope="col" className="py-2 font-medium">
            Guests
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Per guest
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ min, max, perPersonPriceCents: price }) => (
          <tr key={min} className="border-line border-b">
            <th scope="row" className="py-2.5 font-normal">
              {max === null ? `${min} or more` : min === max ? min : `${min} to ${max}`}
            </th>
            <td className="py-2.5 text-right font-medium">{formatCents(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MenuLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={`${TEXT_LINK_STYLE} gap-2`}>
      {label}
      <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">(opens a new window)</span>
    </a>
  );
}
