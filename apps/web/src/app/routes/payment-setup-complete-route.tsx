import type { ProfileView } from "@nexby/contract/profile";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import creditCard from "../../assets/credit-card.webp";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { ErrorCard } from "../../components/ui/error-card.tsx";
import { profile as profileQuery } from "../../features/profile/api/profile.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { KnownSession } from "../known-session.tsx";
import { ResultPage } from "../result-page.tsx";
import { SignInFirst } from "../sign-in-first.tsx";

const TITLE = "Payout account";

export function PaymentSetupCompleteRoute() {
  usePageTitle(TITLE);
  return (
    <KnownSession>
      {(user) =>
        user ? (
          <PayoutState />
        ) : (
          <SignInFirst
            picture={creditCard}
            title={TITLE}
            text="Sign in to see whether your earnings can be paid out."
            returnTo="/payment-setup-complete"
          />
        )
      }
    </KnownSession>
  );
}

function PayoutState() {
  const { data: profile, isError, isFetching, refetch } = useQuery({ ...profileQuery(), refetchOnMount: "always" });
  const { badge, text } = stateOf(profile);

  return (
    <ResultPage
      picture={creditCard}
      title={TITLE}
      text={text}
      details={<div className="mt-5">{isError && !profile ? <ErrorCard onRetry={() => void refetch()} /> : badge}</div>}
    >
      {profile?.connectOnboarded ? (
        <Link href="/my-listings" className={BUTTON_STYLE.primary}>
          My listings
        </Link>
      ) : (
        <Button isBusy={isFetching} busyText="Checking..." onClick={() => void refetch()}>
          Check again
        </Button>
      )}
      <Link href="/help-center" className={BUTTON_STYLE.outline}>
        Help center
      </Link>
    </ResultPage>
  );
}

function stateOf(profile: ProfileView | undefined) {
  if (!profile) return { badge: <Badge look="plain">Pending</Badge>, text: "We are asking how far your account is." };
  if (profile.connectOnboarded) {
    return { badge: <Badge look="good">Ready</Badge>, text: "Your earnings can be paid out to your bank account." };
  }
  return {
    badge: <Badge look="waiting">More information needed</Badge>,
    text: "Our payment provider does not pay out to you yet. It may still be checking, or ask for more.",
  };
}
