import type { ItemDetailView } from "@nexby/contract/items";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { CONDITION_LABELS, countOf, shortNameOf } from "../item-words.ts";
import { ListingFacts } from "./listing-facts.tsx";
import { PhotoMosaic } from "./photo-mosaic.tsx";
import { PriceCard } from "./price-card.tsx";
import { Rating } from "./rating.tsx";

const SECTION = "border-line border-t pt-8";

export function Listing({ item }: { item: ItemDetailView }) {
  return (
    <article className="grid gap-8">
      <header>
        <PageHeading>{item.title}</PageHeading>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted">
          <Rating average={item.averageRating} />
          {item.reviewCount > 0 && <span>({countOf(item.reviewCount, "review")})</span>}
          <span aria-hidden="true">·</span>
          <span>{item.location}</span>
          <span aria-hidden="true">·</span>
          <span>{CONDITION_LABELS[item.condition]}</span>
        </p>
      </header>
      <PhotoMosaic images={item.images} title={item.title} />
      <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:gap-16">
        <div className="row-start-2 grid content-start gap-8 lg:row-start-1">
          <Link
            href={`/users/${item.owner.id}`}
            className="flex w-max max-w-full items-center gap-4 rounded-card outline-offset-4"
          >
            <Avatar person={item.owner} />
            <span className="font-semibold text-lg underline-offset-4 hover:underline">
              Shared by {shortNameOf(item.owner)}
            </span>
          </Link>
          <section aria-labelledby="about" className={SECTION}>
            <h2 id="about" className="display-type text-xl">
              About this item
            </h2>
            <p className="mt-3 max-w-[68ch] whitespace-pre-line text-pretty">{item.description}</p>
          </section>
          <section aria-labelledby="good-to-know" className={SECTION}>
            <h2 id="good-to-know" className="mb-5 display-type text-xl">
              Good to know
            </h2>
            <ListingFacts item={item} />
          </section>
        </div>
        <PriceCard item={item} />
      </div>
    </article>
  );
}
