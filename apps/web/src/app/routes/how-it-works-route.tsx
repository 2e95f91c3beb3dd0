import { Link } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { ListItemLink } from "../../components/profile-gate/list-item-link.tsx";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { CategoryChips } from "../../features/categories/components/category-chips.tsx";
import { Guide } from "../../features/how-it-works/components/guide.tsx";
import { LISTING, RENTING } from "../../features/how-it-works/steps.ts";
import { usePageTitle } from "../../lib/page-title.ts";

export function HowItWorksRoute() {
  usePageTitle("How it works");
  return (
    <div className="page-width max-w-6xl pt-8 md:pt-12">
      <PageHeading>How it works</PageHeading>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted">
        Renting from a neighbor takes a few minutes. Sharing what you own takes a few photos.
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <Guide title="Renting" steps={RENTING} />
        <Guide title="Listing" steps={LISTING} />
      </div>
      <div className="mt-12 text-center">
        <h2 className="mb-4 display-type text-xl">What would you like to find?</h2>
        <CategoryChips label="Popular categories" />
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link href="/browse" className={BUTTON_STYLE.primary}>
            Browse items
          </Link>
          <ListItemLink className={BUTTON_STYLE.outline}>List an item</ListItemLink>
        </div>
      </div>
    </div>
  );
}
