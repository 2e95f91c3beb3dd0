import type { ItemDetailView } from "@nexby/contract/items";
import { photoUrl } from "@nexby/contract/photo-url";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { Photo } from "../../../components/ui/photo.tsx";
import { formatCents, formatMoney, isZero } from "../../../lib/money.ts";
import { ListingStepList } from "./listing-step-list.tsx";

const CONDITIONS = { new: "New", like_new: "Like new", used: "Used", heavily_used: "Heavily used" };
const POLICIES = { flexible: "Flexible", moderate: "Moderate", strict: "Strict" };

type Fact = [label: string, value: ReactNode];

/** A listing as it is stored, step by step. */
export function ItemFacts({ item }: { item: ItemDetailView }) {
  return (
    <ListingStepList
      contents={{
        photos: <Photos item={item} />,
        basics: <Facts facts={basicsOf(item)} />,
        price: <Facts facts={pricesOf(item)} />,
        exchange: <Facts facts={exchangeOf(item)} />,
        availability: <Facts facts={availabilityOf(item)} />,
        preview: (
          <Link href={`/listings/${item.id}`} className={BUTTON_STYLE.outline}>
            View listing
          </Link>
        ),
      }}
    />
  );
}

function Photos({ item }: { item: ItemDetailView }) {
  if (item.images.length === 0) return <p>No photos.</p>;
  return (
    <ul className="grid grid-cols-3 gap-3">
      {item.images.map((image, index) => (
        <li key={image}>
          <Photo
            src={photoUrl(image, "card")}
            alt={`${item.title}, photo ${index + 1}`}
            width={400}
            height={267}
            loading="lazy"
            errorLabel="Image unavailable"
            className="aspect-3/2 w-full rounded-control"
          />
        </li>
      ))}
    </ul>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
      {facts.map(([label, value]) => (
        <div key={label} className={`min-w-0 ${isLong(value) ? "col-span-full" : ""}`}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="whitespace-pre-line break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const LONG = 60;
const isLong = (value: ReactNode): boolean => typeof value === "string" && value.length > LONG;

const money = (decimal: string): string => (isZero(decimal) ? "None" : formatMoney(decimal));
const cents = (amount: number): string => (amount === 0 ? "None" : formatCents(amount));

const basicsOf = (item: ItemDetailView): Fact[] => [
  ["Title", item.title],
  ["Category", item.categories.map(({ name }) => name).join(", ") || "None"],
  ["Condition", CONDITIONS[item.condition]],
  ["Description", item.description || "None"],
];

const pricesOf = (item: ItemDetailView): Fact[] => [
  ["Rate per day", formatMoney(item.dailyRate)],
  ["Deposit", money(item.depositAmount)],
  ["Cleaning fee", money(item.cleaningFee)],
  ["Late return fee", money(item.lateReturnFee)],
  ["Setup fee", cents(item.setupFlatFeeCents)],
  ["Setup fee per unit", cents(item.setupPerUnitFeeCents)],
];

function exchangeOf(item: ItemDetailView): Fact[] {
  const ways = [item.offerPickup && "Pickup", item.offerMeetup && "Meetup", item.offerDelivery && "Delivery"];
  return [
    ["Offered", ways.filter(Boolean).join(", ") || "None"],
    ["Where", item.location],
    ...(item.offerDelivery
      ? ([
          ["Delivery fee", money(item.deliveryFee)],
          ["Delivered within", item.deliveryRadius === null ? "Any distance" : `${item.deliveryRadius} mi`],
        ] satisfies Fact[])
      : []),
  ];
}

const availabilityOf = (item: ItemDetailView): Fact[] => [
  ["Now", item.isAvailable ? "Available" : "Not available"],
  [
    "Days",
    item.maxRentalDays === null ? `${item.minRentalDays} or more` : `${item.minRentalDays} to ${item.maxRentalDays}`,
  ],
  ["Units", item.quantityTotal],
  ["Cancellation", POLICIES[item.cancellationPolicy]],
];
