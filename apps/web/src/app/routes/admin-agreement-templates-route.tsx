import scroll from "../../assets/scroll.webp";
import { MessageCard } from "../../components/ui/message-card.tsx";
import { Table } from "../../components/ui/table.tsx";
import { AdminFrame } from "../../features/administration/components/admin-frame.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { AdminOnly } from "../guards.tsx";

const TITLES = ["Name", "Type", "Version", "Variables", "In use"];

export function AdminAgreementTemplatesRoute() {
  usePageTitle("Rental agreement templates");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame
          user={user}
          title="Rental agreement templates"
          text="The texts from which the agreement of each rental is made."
        >
          <Table
            caption="Rental agreement templates"
            columns={TITLES.map((title) => ({ title, cell: () => null, isNumber: title === "Version" }))}
            rows={[]}
            keyOf={String}
            empty={
              <MessageCard
                picture={<img src={scroll} alt="" width={96} height={96} />}
                text="There are no templates. Each version of a text appears here with the variables it uses."
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
