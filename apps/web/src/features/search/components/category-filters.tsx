import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { categories } from "../api/catalogue.ts";
import { categoryPath } from "../search-path.ts";

const MOST = 8;

/** Where they cannot be loaded, the panel does without. */
export function CategoryFilters({ onChoose }: { onChoose: () => void }) {
  const { data } = useQuery(categories());
  if (!data || data.length === 0) return null;

  return (
    <nav aria-label="Category quick filters" className="px-3 pt-2 pb-2">
      <p aria-hidden="true" className="pb-2 text-muted text-sm">
        Categories
      </p>
      <ul className="flex flex-wrap gap-2">
        {data.slice(0, MOST).map(({ id, slug, name }) => (
          <li key={id}>
            <Link
              href={categoryPath(slug)}
              onClick={onChoose}
              className="flex min-h-11 items-center rounded-full border border-line px-4 font-medium text-sm hover:bg-subtle"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
