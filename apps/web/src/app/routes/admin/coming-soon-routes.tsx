import balanceScale from "../../../../../../assets/web/balance-scale.webp";
import scroll from "../../../../../../assets/web/scroll.webp";
import { MessageCard } from "../../../components/ui/message-card.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { AdminOnly } from "../../guards.tsx";

const TEMPLATE_TITLES = ["Name", "Type", "Version", "Variables", "In use"];

export function AdminAgreementTemplatesRoute() {
  usePageTitle("Rental agreement templates");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame user={user} title="Rental agreement templates" text="Bookings don’t have rental agreements yet.">
          <Table
            caption="Rental agreement templates"
            columns={TEMPLATE_TITLES.map((title) => ({ title, cell: () => null, isNumber: title === "Version" }))}
            rows={[]}
            keyOf={String}
            empty={
              <MessageCard
                picture={<img src={scroll} alt="" width={96} height={96} />}
                text="There are no templates. You can’t add any yet."
              >
                {null}
              </MessageCard>
            }
          />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}

const DISPUTE_TITLES = ["Case", "Item", "Renter", "Owner", "Amount", "Deadline", "Status"];

export function AdminDisputesRoute() {
  usePageTitle("Dispute administration");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame user={user} title="Dispute administration" text="Renters and owners can’t open disputes yet.">
          <Table
            caption="Disputes"
            columns={DISPUTE_TITLES.map((title) => ({ title, cell: () => null, isNumber: title === "Amount" }))}
            rows={[]}
            keyOf={String}
            empty={
              <MessageCard
                picture={<img src={balanceScale} alt="" width={96} height={96} />}
                text="There are no disputes. You decide damage claims on the booking page."
              >
                {null}
              </MessageCard>
            }
          />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}
