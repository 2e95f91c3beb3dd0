import balanceScale from "../../assets/balance-scale.webp";
import { MessageCard } from "../../components/ui/message-card.tsx";
import { Table } from "../../components/ui/table.tsx";
import { AdminFrame } from "../../features/administration/components/admin-frame.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { AdminOnly } from "../guards.tsx";

const TITLES = ["Case", "Item", "Renter", "Owner", "Amount", "Deadline", "Status"];

export function AdminDisputesRoute() {
  usePageTitle("Dispute administration");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame user={user} title="Dispute administration" text="Open cases, the soonest deadline first.">
          <Table
            caption="Disputes"
            columns={TITLES.map((title) => ({ title, cell: () => null, isNumber: title === "Amount" }))}
            rows={[]}
            keyOf={String}
            empty={
              <MessageCard
                picture={<img src={balanceScale} alt="" width={96} height={96} />}
                text="There are no disputes. Cases people open about a rental appear here."
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
