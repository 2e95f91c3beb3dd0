import type { CategoryView } from "@nexby/contract/categories";
import { useEffect, useRef } from "react";
import { ScrollButton } from "../../../components/ui/scroll-button.tsx";
import { reveal, scrollByPage, useScrollEdges } from "../../../lib/scroll-edges.ts";
import { PICTURE_OF_ALL, shortLabelOf } from "../rail-entries.ts";
import { CategoryPicture, PictureOf } from "./category-picture.tsx";
import { RailLink } from "./rail-link.tsx";

type Props = {
  categories: readonly CategoryView[];
  selected: string | null;
  /** Where a category is browsed; null for all of them. */
  hrefOf: (slug: string | null) => string;
};

export function CategoryRail({ categories, selected, hrefOf }: Props) {
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
        label="Earlier categories"
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
