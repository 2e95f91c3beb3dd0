import { Link, useLocation } from "wouter";
import foldedMap from "../../../../assets/web/folded-map.webp";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { CategoryChips } from "../components/product/category-chips.tsx";
import { BUTTON_STYLE } from "../components/ui/button.tsx";
import { MessageCard } from "../components/ui/message-card.tsx";
import { SearchForm } from "../components/ui/search-form.tsx";

export function NotFoundMessage({ title, text }: { title: string; text: string }) {
  const [, navigate] = useLocation();

  return (
    <div className="page-width pt-4 md:pt-10">
      <MessageCard
        picture={<img src={foldedMap} alt="" width={96} height={96} />}
        title={<PageHeading className="mt-5 text-2xl md:text-3xl">{title}</PageHeading>}
        text={text}
      >
        <Link href="/browse" className={BUTTON_STYLE.primary}>
          Browse items near you
        </Link>
      </MessageCard>
      <div className="mx-auto max-w-xl">
        <SearchForm
          label="Search all items"
          placeholder="Tent, drill, bounce house..."
          onSearch={(query) => navigate(`/browse?search=${encodeURIComponent(query)}`)}
        />
        <p className="mt-8 mb-4 text-center font-semibold">Popular categories</p>
        <CategoryChips label="Popular categories" />
      </div>
    </div>
  );
}
