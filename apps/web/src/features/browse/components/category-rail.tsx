import type { CategoryView } from "@nexby/contract/listings/categories";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { shortLabelOf } from "../../../components/product/category-chips.tsx";
import { CategoryPicture, PICTURE_OF_ALL, PictureOf } from "../../../components/product/category-picture.tsx";
import { SkeletonBar } from "../../../components/ui/loading.tsx";
import { reveal, ScrollButton, scrollByPage, useScrollEdges } from "../../../components/ui/scroll-button.tsx";

type CategoryRailProps = {
  categories: readonly CategoryView[];
  selected: string | null;
  /** Null is for all categories. */
  hrefOf: (slug: string | null) => string;
};

export function CategoryRail({ categories, selected, hrefOf }: CategoryRailProps) {
  const row = useRef<HTMLUListElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);

  useEffect(() => {
    if (selected) reveal(row.current, "[aria-current]");
  }, [selected]);

  return (
    <nav aria-label="Categories" className="relative min-w-0 flex-1">
      <ul
        ref={row}
        data-more-before={hasMoreBefore}
        data-more-after={hasMoreAfter}
        className="fade-edges no-scrollbar -mx-4 flex gap-1 overflow-x-auto px-4 py-3 md:mx-0 md:px-0"
      >
        <li>
          <RailLink
            href={hrefOf(null)}
            label="All"
            isSelected={selected === null}
            picture={<CategoryPicture position={PICTURE_OF_ALL} />}
          />
        </li>
        {categories.map((category) => (
          <li key={category.id}>
            <RailLink
              href={hrefOf(category.slug)}
              label={shortLabelOf(category)}
              isSelected={selected === category.slug}
              picture={<PictureOf category={category} />}
            />
          </li>
        ))}
      </ul>
      <ScrollButton
        direction={-1}
        label="Previous categories"
        className={`absolute top-1/2 -left-3 -translate-y-1/2 ${hasMoreBefore ? "hidden md:grid" : "hidden"}`}
        onClick={() => scrollByPage(row.current, -1)}
      />
      <ScrollButton
        direction={1}
        label="More categories"
        className={`absolute top-1/2 -right-3 -translate-y-1/2 ${hasMoreAfter ? "hidden md:grid" : "hidden"}`}
        onClick={() => scrollByPage(row.current, 1)}
      />
    </nav>
  );
}

const CELLS = Array.from({ length: 17 }, (_, index) => index);

export function CategoryRailSkeleton() {
  return (
    <div aria-hidden="true" className="min-w-0 flex-1">
      <div className="flex gap-1 overflow-hidden py-3">
        {CELLS.map((cell) => (
          <div key={cell} className={RAIL_CELL}>
            <SkeletonBar shape="control" className="size-9" />
            <span className="grid h-4 place-items-center">
              <SkeletonBar className="h-2.5 w-14" />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

type RailLinkProps = { href: string; label: string; isSelected: boolean; picture: ReactNode };

const RAIL_CELL = "flex h-18 w-max min-w-18 flex-col items-center justify-center gap-1.5 px-3";

function RailLink({ href, label, isSelected, picture }: RailLinkProps) {
  return (
    <Link
      href={href}
      aria-current={isSelected ? "true" : undefined}
      className={`${RAIL_CELL} group rounded-card font-medium text-label text-muted -outline-offset-2 transition-colors duration-120 hover:bg-subtle hover:text-ink aria-current:bg-subtle aria-current:text-ink`}
    >
      <span className="transition-transform duration-120 group-hover:-translate-y-0.5">{picture}</span>
      {label}
    </Link>
  );
}
