import type { CategoryView } from "@nexby/contract/categories";
import { useEffect, useRef } from "react";
import { ScrollButton } from "../../../components/ui/scroll-button.tsx";
import { scrollByPage, useScrollEdges } from "../../../lib/scroll-edges.ts";
import { PICTURE_OF_ALL, pictureOf, shortLabelOf } from "../rail-entries.ts";
import { CategoryEmoji, CategoryPicture } from "./category-picture.tsx";
import { RailLink } from "./rail-link.tsx";

type Props = { categories: readonly CategoryView[]; selected: string | null };

export function CategoryRail({ categories, selected }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);

  useEffect(() => {
    if (selected) revealSelected(row.current);
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
            href="/"
            label="All"
            isSelected={selected === null}
            picture={<CategoryPicture position={PICTURE_OF_ALL} />}
          />
        </li>
        {categories.map((category) => {
          const position = pictureOf(category.slug);
          return (
            <li key={category.id}>
              <RailLink
                href={`/?category=${encodeURIComponent(category.slug)}`}
                label={shortLabelOf(category)}
                isSelected={selected === category.slug}
                picture={
                  position === null ? <CategoryEmoji icon={category.icon} /> : <CategoryPicture position={position} />
                }
              />
            </li>
          );
        })}
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

/** Sideways only: scrollIntoView would move the page as well. */
function revealSelected(row: HTMLElement | null): void {
  const selected = row?.querySelector<HTMLElement>("[aria-current]");
  if (!row || !selected) return;
  const offset = selected.getBoundingClientRect().left - row.getBoundingClientRect().left;
  const isHidden = offset < 0 || offset + selected.offsetWidth > row.clientWidth;
  if (!isHidden) return;
  const left = row.scrollLeft + offset - (row.clientWidth - selected.offsetWidth) / 2;
  row.scrollTo({ left, behavior: "instant" });
}
