import type { ItemDetailView, recordItemView } from "@nexby/contract/listings/items";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { useQuery } from "@tanstack/react-query";
import { Star, Zap } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { AreaMap } from "../../../components/map/area-map.tsx";
import { FavoriteButton } from "../../../components/product/favorite-button.tsx";
import { AvailabilityCalendar } from "../../../components/rental/availability-calendar.tsx";
import { type Rental, useRental } from "../../../components/rental/use-rental.ts";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { LazyPart, useIsLate } from "../../../components/ui/loading.tsx";
import { write } from "../../../lib/api/queries.ts";
import { useNearView } from "../../../lib/browser/document.ts";
import { newKey } from "../../../lib/browser/intents.ts";
import { rangeText } from "../../../lib/dates.ts";
import { CONDITION_LABELS } from "../../../lib/format.ts";
import { ownerRecordCopy } from "../../../lib/rental-labels.ts";
import { useSession } from "../../../lib/session.ts";
import { listSimilarItems } from "../api.ts";
import { Rating, shortNameOf } from "../components/item-card.tsx";
import { ItemGrid, ItemPlaceholders } from "../components/item-grid.tsx";
import { FoodTruckTerms, IncludedPieces, ListingFacts } from "../components/listing-facts.tsx";
import { PhotoMosaic } from "../components/photo-mosaic.tsx";
import { CancellationTerms, PriceCard, PriceHeadline } from "../components/price-card.tsx";
import { EditLink } from "../components/rental-form.tsx";

const loadSheet = () => import("../components/rental-sheet.tsx").then((module) => module.RentalSheet);

/** On narrow screens: stays above the bottom bar while the listing is in view. */
function PriceBar({ rental }: { rental: Rental }) {
  const [isOpen, setIsOpen] = useState(false);
  const { user } = useSession();
  const { item, choice } = rental;
  // Users waiting for approval may look at dates and prices, and read in the sheet why they cannot book yet.
  const isWaiting = Boolean(user && !user.isApproved && !user.isAdmin);
  const next = isWaiting ? "Change dates" : "Continue";

  return (
    <aside
      aria-label="Price"
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex min-h-18 items-center justify-between gap-4 border-line border-t bg-surface px-4 py-3 md:bottom-0 md:-mx-8 md:px-8 lg:hidden"
    >
      <CurrentPrice rental={rental} />
      <div className="shrink-0">
        {user?.id === item.ownerId ? (
          <EditLink itemId={item.id} />
        ) : (
          <Button
            look={isWaiting ? "outline" : "primary"}
            aria-haspopup="dialog"
            disabled={!item.isAvailable}
            onClick={() => setIsOpen(true)}
          >
            {choice.from && choice.to ? next : "Choose dates"}
          </Button>
        )}
      </div>
      {isOpen && <LazyPart load={loadSheet} props={{ rental, onClose: () => setIsOpen(false) }} />}
    </aside>
  );
}

function CurrentPrice({ rental: { item, choice, quote, isAsking } }: { rental: Rental }) {
  if (!quote?.price || !choice.from || !choice.to) return <PriceHeadline item={item} />;
  return (
    <p className={`min-w-0 tabular-nums transition-opacity duration-120 ${isAsking ? "opacity-50" : ""}`}>
      <strong className="block display-type text-xl">{dollarText(quote.price.totalCents)}</strong>
      <span className="block truncate text-muted text-sm">
        {quote.refusal ? "Can’t be booked with these options" : rangeText(choice.from, choice.to)}
      </span>
    </p>
  );
}

/** Public positions are offset by up to this distance. */
const AREA_METERS = 500;

type ListingProps = {
  item: ItemDetailView;
  /** The reviews themselves, below their average. */
  reviews?: ReactNode;
};

export function Listing({ item, reviews }: ListingProps) {
  const calendar = useRef<HTMLHeadingElement>(null);
  const rental = useRental(item);
  useViewCount(item.id);

  return (
    <article className="grid gap-8">
      <ListingHeader item={item} />
      <PhotoMosaic images={item.images} placeholders={item.placeholders} title={item.title} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div className="grid min-w-0 gap-8">
          <OwnerCard item={item} />
          <Part id="about" title="About this item">
            <p className="max-w-[68ch] whitespace-pre-line text-pretty">{item.description}</p>
          </Part>
          {item.pieces.length > 0 && (
            <Part id="included" title="What’s included">
              <IncludedPieces pieces={item.pieces} />
            </Part>
          )}
          {item.foodTruck && (
            <Part id="truck" title="About the food truck">
              <FoodTruckTerms truck={item.foodTruck} />
            </Part>
          )}
          <Part id="good-to-know" title="Good to know">
            <ListingFacts item={item} />
          </Part>
          <section aria-labelledby="availability" className={PART}>
            <h2
              id="availability"
              ref={calendar}
              tabIndex={-1}
              className="mb-5 scroll-mt-24 display-type text-xl outline-none"
            >
              Availability
            </h2>
            {item.availabilityNotes && <p className="-mt-3 mb-4 max-w-[68ch] text-muted">{item.availabilityNotes}</p>}
            <AvailabilityCalendar rental={rental} />
          </section>
          <Part id="cancellation" title="Cancellation">
            <CancellationTerms rental={rental} />
          </Part>
          <Part id="where" title="Where it is">
            <p className="mb-4 max-w-[68ch] text-muted">
              Around {item.location}. You’ll see the address once your booking is approved.
            </p>
            <AreaMap
              latitude={item.latitude}
              longitude={item.longitude}
              radiusMeters={AREA_METERS}
              label={`Where ${item.title} is, roughly`}
            />
          </Part>
          <Part id="reviews" title="Reviews">
            <ReviewsSummary item={item} />
            {item.reviewCount > 0 && reviews}
          </Part>
        </div>
        <PriceCard rental={rental} onChooseDates={() => calendar.current?.focus()} />
      </div>
      <SimilarItems key={item.id} itemId={item.id} />
      <PriceBar rental={rental} />
    </article>
  );
}

const PART = "min-w-0 border-line border-t pt-8";

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={PART}>
      <h2 id={id} className="mb-5 display-type text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function ListingHeader({ item }: { item: ItemDetailView }) {
  return (
    <header>
      <div className="flex items-start justify-between gap-4">
        <PageHeading className="min-w-0 text-2xl md:text-3xl">{item.title}</PageHeading>
        <FavoriteButton itemId={item.id} title={item.title} look="labelled" />
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted">
        <Rating average={item.averageRating} />
        {item.reviewCount > 0 && <span>({countOf(item.reviewCount, "review")})</span>}
        <span aria-hidden="true">·</span>
        <span>{item.location}</span>
        <span aria-hidden="true">·</span>
        <span>{CONDITION_LABELS[item.condition]}</span>
        {item.isInstant && (
          <span className="flex items-center gap-1 font-semibold text-on-primary-soft">
            <Zap size={18} strokeWidth={1.75} aria-hidden="true" />
            Instant book
          </span>
        )}
      </p>
    </header>
  );
}

function OwnerCard({ item: { id, owner } }: { item: ItemDetailView }) {
  const { user } = useSession();
  const record = ownerRecordCopy(owner.record);
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <Link href={`/users/${owner.id}`} className="flex w-fit items-center gap-4 rounded-card outline-offset-4">
        <Avatar person={owner} />
        <span className="grid min-w-0">
          <span className="font-semibold text-lg underline-offset-4 hover:underline">
            Shared by {shortNameOf(owner)}
          </span>
          {record && <span className="text-muted">{record}</span>}
        </span>
      </Link>
      {user?.id !== owner.id && (
        <Link href={`/messages?item=${id}`} className={BUTTON_STYLE.outline}>
          Message {owner.firstName || "the owner"}
        </Link>
      )}
    </div>
  );
}

const StarRow = ({ look }: { look: string }) =>
  [1, 2, 3, 4, 5].map((star) => <Star key={star} size={18} strokeWidth={1.75} className={`shrink-0 ${look}`} />);

/** An average fills its last star in part. */
function ReviewsSummary({ item: { averageRating, reviewCount } }: { item: ItemDetailView }) {
  if (averageRating === null) {
    return <p className="text-pretty text-muted">No reviews yet.</p>;
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <p className="display-type text-3xl tabular-nums">{averageRating.toFixed(1)}</p>
      <div>
        <span aria-hidden="true" className="relative flex w-fit gap-0.5">
          <StarRow look="text-line-strong" />
          <span
            className="absolute inset-0 flex gap-0.5"
            style={{ clipPath: `inset(0 ${100 - 20 * averageRating}% 0 0)` }}
          >
            <StarRow look="fill-accent text-accent" />
          </span>
        </span>
        <p className="text-muted">
          <span className="sr-only">of 5, </span>from {countOf(reviewCount, "review")}
        </p>
      </div>
    </div>
  );
}

/** Renders nothing when there are no similar items, or while they take too long. */
function SimilarItems({ itemId }: { itemId: string }) {
  const area = useRef<HTMLElement>(null);
  const isNear = useNearView(area, false);
  const { data: items, isError } = useQuery({ ...listSimilarItems(itemId), enabled: isNear });
  const isLate = useIsLate(isNear && !items);

  if (isError || isLate || items?.length === 0) return null;
  return (
    <section ref={area} aria-labelledby="similar" className="border-line border-t pt-8">
      <h2 id="similar" className="mb-5 display-type text-xl">
        Similar items
      </h2>
      {items ? (
        <ItemGrid items={items} columns="three" headingLevel={3} />
      ) : (
        <ItemPlaceholders count={3} columns="three" />
      )}
    </section>
  );
}

/** Counts one view per visit. Fire and forget: failures don't matter. */
function useViewCount(itemId: string): void {
  useEffect(() => {
    void write<typeof recordItemView>("POST", "/api/items", itemId, "views")(newKey()).catch(() => undefined);
  }, [itemId]);
}
