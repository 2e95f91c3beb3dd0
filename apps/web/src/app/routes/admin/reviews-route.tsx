import { TabsInAddress } from "../../../components/ui/tabs.tsx";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { ReportedReviews } from "../../../features/reviews/screens/reported-reviews.tsx";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { AdminOnly } from "../../guards.tsx";

export function AdminReviewsRoute() {
  usePageTitle("Reported reviews");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame
          user={user}
          title="Reported reviews"
          text="Hide reviews that insult people, reveal private data or aren’t about the rental. Opinions stay."
        >
          <TabsInAddress
            label="Review lists"
            title="Reported reviews"
            tabs={[
              { name: "reported", label: "Reported", panel: <ReportedReviews filter="reported" /> },
              { name: "hidden", label: "Hidden", panel: <ReportedReviews filter="hidden" /> },
            ]}
          />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}
