import type { ItemView } from "@nexby/contract/listings/items";
import { TabsInAddress } from "../../components/ui/tabs.tsx";
import { ItemCard } from "../../features/listing/components/item-card.tsx";
import { ItemGridSkeleton } from "../../features/listing/components/item-grid.tsx";
import { FavoritesList, RecentlyViewedList } from "../../features/saved/screens/item-lists.tsx";
import { SavedSearchList } from "../../features/saved/screens/saved-search-list.tsx";
import { PersonalPage } from "../guards.tsx";

const card = (item: ItemView) => <ItemCard item={item} />;
const skeleton = <ItemGridSkeleton columns="three" />;

export function SavedRoute() {
  return (
    <PersonalPage title="Saved" text="Your favorites, recently viewed items and saved searches.">
      {() => (
        <TabsInAddress
          label="Saved"
          title="Saved"
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
