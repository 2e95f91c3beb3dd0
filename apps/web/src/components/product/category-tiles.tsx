import type { CategoryView } from "@nexby/contract/listings/categories";
import { Link } from "wouter";
import { SkeletonBar } from "../ui/loading.tsx";
import { PictureOf } from "./category-picture.tsx";

const GRID = "grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-5 lg:grid-cols-6";
const TILE = "flex h-36 flex-col items-center justify-center gap-3 rounded-card border border-line bg-surface px-3";

type Props = { categories: readonly CategoryView[]; hrefOf: (category: CategoryView) => string };

export function CategoryTiles({ categories, hrefOf }: Props) {
  return (
    <ul className={GRID}>
      {categories.map((category) => (
        <li key={category.id}>
          <Link
            href={hrefOf(category)}
            className={`${TILE} group text-balance text-center font-semibold transition-colors duration-120 hover:border-line-strong hover:bg-subtle`}
          >
            <span className="transition-transform duration-120 group-hover:-translate-y-0.5">
              <PictureOf category={category} size="large" />
            </span>
            <span className="leading-5">{category.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function CategoryPlaceholders({ count }: { count: number }) {
  return (
    <div className={GRID}>
      <p className="sr-only">Loading categories</p>
      {Array.from({ length: count }, (_, tile) => tile).map((tile) => (
        <div key={tile} data-placeholder="category" className={TILE}>
          <SkeletonBar shape="card" className="size-14" />
          <SkeletonBar className="h-3.5 w-24" />
        </div>
      ))}
    </div>
  );
}
