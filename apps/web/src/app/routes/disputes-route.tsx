import { Link } from "wouter";
import balanceScale from "../../../../../assets/web/balance-scale.webp";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/notice.tsx";
import { TabsInAddress } from "../../components/ui/tabs.tsx";
import { PersonalPage } from "../guards.tsx";

export function DisputesRoute() {
  return (
    <PersonalPage title="Disputes" text="Problems with a rental that you and the other person can’t settle.">
      {() => (
        <TabsInAddress
          label="Disputes"
          title="Disputes"
          tabs={[
            {
              name: "open",
              label: "Open",
              panel: (
                <EmptyState
                  picture={balanceScale}
                  title="No open disputes"
                  text="To report a problem, open the booking."
                >
                  <Link href="/help-center" className={BUTTON_STYLE.outline}>
                    Contact us
                  </Link>
                </EmptyState>
              ),
            },
            {
              name: "settled",
              label: "Settled",
              panel: <EmptyState picture={balanceScale} text="No settled disputes." />,
            },
          ]}
        />
      )}
    </PersonalPage>
  );
}
