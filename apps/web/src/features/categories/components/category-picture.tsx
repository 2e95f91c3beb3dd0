import type { CategoryView } from "@nexby/contract/categories";
import sprite from "../../../assets/category-pictures.webp";
import { PICTURE_COUNT, pictureOf } from "../rail-entries.ts";

const SIZES = { small: "size-6 text-xl", medium: "size-9 text-3xl", large: "size-14 text-5xl" };

type Size = { size?: keyof typeof SIZES };

/** One tile of the sprite, by a view box: no style attribute, which the security policy would refuse in a page. */
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
