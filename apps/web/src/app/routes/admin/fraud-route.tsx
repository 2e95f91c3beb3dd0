import { TabsInAddress } from "../../../components/ui/tabs.tsx";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { AccountRisks, AnalysisList } from "../../../features/admin/screens/fraud-analyses.tsx";
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
          text="Rules score every request once its card is authorized. Suspicious requests wait here before the owner sees them."
        >
          <TabsInAddress
            label="Fraud detection views"
            title="Fraud detection"
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
