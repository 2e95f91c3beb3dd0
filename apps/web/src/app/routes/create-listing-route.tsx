import { MissingFor } from "../../components/profile-gate/missing-for.tsx";
import { CategoryChoice } from "../../features/listings-owner/components/category-choice.tsx";
import { ListingStepList } from "../../features/listings-owner/components/listing-step-list.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function CreateListingRoute() {
  return (
    <PersonalPage title="List an item" text="What a listing needs, in the order in which it is made.">
      {(user) => (
        <div className="grid max-w-3xl gap-6">
          <MissingFor user={user} purpose="listing" />
          <ListingStepList contents={{ basics: <CategoryChoice /> }} />
        </div>
      )}
    </PersonalPage>
  );
}
