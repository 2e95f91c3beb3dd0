import type { CategoryView } from "@nexby/contract/categories";
import { useEffect, useRef } from "react";
import { ScrollButton } from "../../../components/ui/scroll-button.tsx";
import { reveal, scrollByPage, useScrollEdges } from "../../../lib/scroll-edges.ts";
import { browsePath } from "../browse-path.ts";
import { PICTURE_OF_ALL, shortLabelOf } from "../rail-entries.ts";
import { CategoryPicture, PictureOf } from "./category-picture.tsx";
import { RailLink } from "./rail-link.tsx";

type Props = { categories: readonly CategoryView[]; selected: string | null; search: string | null };

export function CategoryRail({ categories, selected, search }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);

  useEffect(() => {
    if (selected) reveal(row.current, "[aria-current]");
  }, [selected]);

  return (
    <nav aria-label="Categories" className="page-width relative">
      <ul
        ref={row}
        data-more-before={hasMoreBefore}
        data-more-after={hasMoreAfter}
        className="fade-edges no-scrollbar -mx-4 flex gap-1 overflow-x-auto scroll-smooth px-4 py-3 md:mx-0 md:px-0"
      >
        <li>
          <RailLink
            href={browsePath(null, search)}
            label="All"
            isSelected={selected === null}
            picture={<CategoryPicture position={PICTURE_OF_ALL} />}
          />
        </li>
        {categories.map((category) => (
          <li key={category.id}>
            <RailLink
              href={browsePath(category.slug, search)}
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
        className={`absolute top-1/2 left-5 -translate-y-1/2 ${hasMoreBefore ? "hidden md:grid" : "hidden"}`}
        onClick={() => scrollByPage(row.current, -1)}
      />
      <ScrollButton
        direction={1}
        label="More categories"
        className={`absolute top-1/2 right-5 -translate-y-1/2 ${hasMoreAfter ? "hidden md:grid" : "hidden"}`}
        onClick={() => scrollByPage(row.current, 1)}
      />
    </nav>
  );
}
