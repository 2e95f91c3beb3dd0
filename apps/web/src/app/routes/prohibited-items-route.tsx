import { PageHeading } from "../../components/layout/page-heading.tsx";
import { ProhibitedItems } from "../../features/policies/components/prohibited-items.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

export function ProhibitedItemsRoute() {
  usePageTitle("Prohibited items");
  return (
    <div className="page-width max-w-5xl pt-8 md:pt-12">
      <PageHeading>Prohibited items</PageHeading>
      <p className="mt-2 mb-8 max-w-[68ch] text-pretty text-muted">
        Some things must not be listed, for safety or because the law says so. Listings of them are taken down.
      </p>
      <ProhibitedItems />
    </div>
  );
}
