import type * as categoriesContract from "@nexby/contract/listings/categories";
import type { CategoryView } from "@nexby/contract/listings/categories";
import sprite from "../../../../../assets/web/category-pictures.webp";
import { read } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

const SIZES = { small: "size-6 text-xl", medium: "size-9 text-3xl", large: "size-14 text-5xl" };

type Size = { size?: keyof typeof SIZES };

/** Shows one tile of the sprite by its view box, because the security policy blocks style attributes in a page. */
export function CategoryPicture({ position, size = "medium" }: Size & { position: number }) {
  return (
    <svg aria-hidden="true" viewBox={`${position} 0 1 1`} className={SIZES[size]}>
      <image href={sprite} width={PICTURE_COUNT} height={1} />
    </svg>
  );
}

export function PictureOf({ category, size = "medium" }: Size & { category: Pick<CategoryView, "slug" | "icon"> }) {
  const position = pictureOf(category.slug);
  if (position !== null) return <CategoryPicture position={position} size={size} />;
  return (
    <span aria-hidden="true" className={`grid place-items-center ${SIZES[size]}`}>
      {category.icon ?? "•"}
    </span>
  );
}

/** In the order of the sprite, whose first picture stands for all categories. */
const SLUGS = [
  "camping-and-outdoor",
  "tools-and-equipment",
  "party-events-and-entertaining",
  "sporting-goods",
  "lawn-and-garden-tools",
  "electronics",
  "moving-supplies",
  "venue-rental",
  "food-trucks",
  "kitchen-and-appliances",
  "outdoor-recreation",
  "yard-games",
  "catering",
  "storage",
  "land-rental",
];

export const PICTURE_OF_ALL = 0;
const PICTURE_COUNT = SLUGS.length + 1;

/** Position of the category's picture in the sprite, or null. */
function pictureOf(slug: string): number | null {
  const position = SLUGS.indexOf(slug);
  return position < 0 ? null : position + 1;
}

export const listCategories = () => read<typeof categoriesContract.listCategories>("/api/categories");

export const browsePath = (slug: string): string => withQuery("/browse", { category: slug });
