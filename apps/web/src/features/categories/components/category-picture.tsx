import sprite from "../../../assets/category-pictures.webp";
import { PICTURE_COUNT } from "../rail-entries.ts";

/** One tile of the sprite, by a view box: no style attribute, which the security policy would refuse in a page. */
export function CategoryPicture({ position }: { position: number }) {
  return (
    <svg aria-hidden="true" viewBox={`${position} 0 1 1`} className="size-9">
      <image href={sprite} width={PICTURE_COUNT} height={1} />
    </svg>
  );
}

export function CategoryEmoji({ icon }: { icon: string | null }) {
  return (
    <span aria-hidden="true" className="grid size-9 place-items-center text-3xl">
      {icon ?? "•"}
    </span>
  );
}
