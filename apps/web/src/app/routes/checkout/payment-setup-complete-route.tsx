import type { PayoutAccountView } from "@nexby/contract/money/payouts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import creditCard from "../../../../../../assets/web/credit-card.webp";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { Placeholder } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { getPayoutAccount, refreshedPayoutAccount } from "../../../features/payments/api.ts";
import { OnboardingButton } from "../../../features/payments/components/onboarding-button.tsx";
import { payoutCopy } from "../../../features/payments/copy.ts";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { KnownSession, SignInFirst } from "../../known-session.tsx";
import { ResultPage } from "../../result-page.tsx";

const TITLE = "Payout account";

export function PaymentSetupCompleteRoute() {
  usePageTitle(TITLE);
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <PayoutResult isApproved={user.isApproved || user.isAdmin} />
        ) : (
          <SignInFirst
            picture={creditCard}
            title={TITLE}
            text="Sign in to check whether your payout account is ready."
            returnTo="/payment-setup-complete"
          />
        )
      }
    </KnownSession>
  );
}

/** Asks the provider regardless of the URL. If the provider doesn't respond, shows the last known state. */
function PayoutResult({ isApproved }: { isApproved: boolean }) {
  const fresh = useQuery(refreshedPayoutAccount(useQueryClient()));
  const { data: known } = useQuery({ ...getPayoutAccount(), enabled: fresh.isError });
  const account = fresh.data ?? known;
  const isChecking = fresh.isFetching;

  if (!account) {
    return (
      <ResultPage
        picture={creditCard}
        title={TITLE}
        text="We’re checking your payout account with our payment provider."
        details={fresh.isError && <ErrorCard onRetry={() => void fresh.refetch()} />}
      >
        {!fresh.isError && (
          <Placeholder size="small">
            <Badge look="plain">Checking</Badge>
          </Placeholder>
        )}
      </ResultPage>
    );
  }
  const { badge, look, text } = payoutCopy(account);
  return (
    <ResultPage
      picture={creditCard}
      title={TITLE}
      text={text}
      details={
        <div className="mt-5 grid justify-items-center gap-3">
          <Badge look={look}>{badge}</Badge>
          {fresh.isError && <p className="text-muted text-sm">We can’t reach our payment provider right now.</p>}
        </div>
      }
    >
      <NextStep
        account={account}
        isApproved={isApproved}
        isChecking={isChecking}
        onCheck={() => void fresh.refetch()}
      />
      <Link href="/help-center" className={BUTTON_STYLE.outline}>
        Help center
      </Link>
    </ResultPage>
  );
}

type StepProps = { account: PayoutAccountView; isApproved: boolean; isChecking: boolean; onCheck: () => void };

function NextStep({ account: { state }, isApproved, isChecking, onCheck }: StepProps) {
  if (state === "ready") {
    return (
      <Link href="/my-listings" className={BUTTON_STYLE.primary}>
        My listings
      </Link>
    );
  }
  if (state === "information_needed" && isApproved) return <OnboardingButton label="Continue" />;
  if (state === "none" && isApproved) return <OnboardingButton label="Set up payouts" />;
  if (state === "rejected" || state === "disconnected") {
    return (
      <Link href="/profile?tab=payments" className={BUTTON_STYLE.primary}>
        Payout settings
      </Link>
    );
  }
  return (
    <Button isBusy={isChecking} busyText="Checking..." onClick={onCheck}>
      Check again
    </Button>
  );
}
