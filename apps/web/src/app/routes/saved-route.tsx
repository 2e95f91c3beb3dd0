import type { ItemView } from "@nexby/contract/items";
import { TabsInAddress } from "../../components/ui/tabs-in-address.tsx";
import { FavoritesList } from "../../features/collections/components/favorites-list.tsx";
import { RecentlyViewedList } from "../../features/collections/components/recently-viewed-list.tsx";
import { SavedSearchList } from "../../features/collections/components/saved-search-list.tsx";
import { ItemCard } from "../../features/items/components/item-card.tsx";
import { ItemGridSkeleton } from "../../features/items/components/item-grid.tsx";
import { PersonalPage } from "../personal-page.tsx";

const card = (item: ItemView) => <ItemCard item={item} />;
const skeleton = <ItemGridSkeleton columns="three" />;

export function SavedRoute() {
  return (
    <PersonalPage title="Saved" text="What you want to find again.">
      {() => (
        <TabsInAddress
          label="Saved"
          tabs={[
            { name: "favorites", label: "Favorites", panel: <FavoritesList card={card} skeleton={skeleton} /> },
            {
              name: "viewed",
              label: "Recently viewed",
              panel: <RecentlyViewedList card={card} skeleton={skeleton} />,
            },
            { name: "searches", label: "Saved searches", panel: <SavedSearchList /> },
          ]}
        />
      )}
    </PersonalPage>
  );
}
