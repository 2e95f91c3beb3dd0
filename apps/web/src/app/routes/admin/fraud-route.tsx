import { TabsInAddress } from "../../../components/ui/tabs.tsx";
import { AccountRisks } from "../../../features/admin/screens/account-risks.tsx";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { AnalysisList } from "../../../features/admin/screens/fraud-analyses.tsx";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { AdminOnly } from "../../guards.tsx";

export function AdminFraudDetectionRoute() {
  usePageTitle("Fraud detection");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame
          user={user}
          title="Fraud detection"
          text="Every request is weighed by rules as soon as its card is authorized. What they doubt waits here before the owner sees it."
        >
          <TabsInAddress
            label="What to look at"
            tabs={[
              { name: "review", label: "To review", panel: <AnalysisList filter="in_review" /> },
              { name: "all", label: "All requests", panel: <AnalysisList filter="all" /> },
              { name: "accounts", label: "Accounts", panel: <AccountRisks /> },
            ]}
          />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}
