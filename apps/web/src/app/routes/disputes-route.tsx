import { Link } from "wouter";
import balanceScale from "../../assets/balance-scale.webp";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/notice.tsx";
import { TabsInAddress } from "../../components/ui/tabs.tsx";
import { PersonalPage } from "../guards.tsx";

export function DisputesRoute() {
  return (
    <PersonalPage title="Disputes" text="Where a rental went wrong and the two sides do not agree.">
      {() => (
        <TabsInAddress
          label="Disputes"
          tabs={[
            {
              name: "open",
              label: "Open",
              panel: (
                <EmptyState
                  picture={balanceScale}
                  title="No open disputes"
                  text="Cases about your rentals and your items appear here until they are settled."
                >
                  <Link href="/help-center" className={BUTTON_STYLE.outline}>
                    Help center
                  </Link>
                </EmptyState>
              ),
            },
            {
              name: "settled",
              label: "Settled",
              panel: <EmptyState picture={balanceScale} text="Settled cases stay here with what was decided." />,
            },
          ]}
        />
      )}
    </PersonalPage>
  );
}
