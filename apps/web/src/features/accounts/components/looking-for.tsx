import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Link } from "wouter";
import { listCategories } from "../../../components/product/category-picture.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { rangeText } from "../../../lib/dates.ts";
import { parseSearchUrl, type Search as SearchChoice } from "../../../lib/search-url.ts";

/** What a visitor searched for before they were sent to sign in, and the way to it without an account. */
export function LookingFor({ path }: { path: string }) {
  const [page = "", query = ""] = path.split("?", 2);
  const search = page === "/browse" ? parseSearchUrl(query) : null;
  const { data: categories } = useQuery({ ...listCategories(), enabled: Boolean(search?.category) });
  if (!search) return null;
  const category = categories?.find(({ id, slug, name }) => [id, slug, name].includes(search.category ?? ""));

  return (
    <section aria-label="Your search" className="page-width max-w-lg pt-6 md:-mb-6">
      <div className="grid justify-items-start gap-3 rounded-card bg-subtle p-4 md:px-8">
        <p className="flex gap-3 text-pretty">
          <Search size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 break-words">{searchedCopy(search, category?.name ?? null)}</span>
        </p>
        <Link href={path} className={`${BUTTON_STYLE.outline} max-sm:w-full`}>
          Browse without an account
        </Link>
      </div>
    </section>
  );
}

/** "You were looking for “tent” in Camping near Maplewood, NJ." */
export function searchedCopy({ search, category, position, place, dates }: SearchChoice, name: string | null): string {
  const parts = [
    search ? `“${search}”` : "items to rent",
    category && `in ${name ?? readable(category)}`,
    position && (place ? `near ${place}` : "near you"),
    dates && `for ${rangeText(dates.from, dates.to)}`,
  ];
  return `You were looking for ${parts.filter(Boolean).join(" ")}.`;
}

/** Until the category's name is known. */
const readable = (slug: string) => slug.replaceAll("-", " ");
