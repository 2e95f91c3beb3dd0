import { AccountRisks } from "../../features/administration/components/account-risks.tsx";
import { AdminFrame } from "../../features/administration/components/admin-frame.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { AdminOnly } from "../guards.tsx";

export function AdminFraudDetectionRoute() {
  usePageTitle("Fraud detection");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame
          user={user}
          title="Fraud detection"
          text="Accounts, the newest first, and what asks for a second look."
        >
          <AccountRisks />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}
