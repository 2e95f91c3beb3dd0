import type { PayoutAccountView } from "@nexby/contract/payouts";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { openDashboard, replaceAccount } from "../api/payments.ts";
import { OnboardingButton } from "./onboarding-button.tsx";
import { PasswordFirst } from "./password-first.tsx";

type Props = { account: PayoutAccountView; isApproved: boolean; hasPassword: boolean };

/** What an owner can do about their payout account now, or why not. */
export function PayoutActions({ account: { state, canBeChanged }, isApproved, hasPassword }: Props) {
  if (!isApproved) return <p className="text-muted">You can set this up once your account is approved.</p>;
  if (state === "none") return <OnboardingButton label="Set up payouts" />;
  if (state === "information_needed") return <OnboardingButton label="Continue" />;
  if (!canBeChanged || state === "pending") return null;
  if (!hasPassword) {
    return (
      <p className="text-muted">
        To change it, set a password first.{" "}
        <Link href="/profile?tab=security" className={TEXT_LINK_STYLE}>
          Set a password
        </Link>
      </p>
    );
  }
  if (state === "ready") {
    return (
      <div className="flex flex-wrap gap-3">
        <PasswordFirst
          label="Change bank account"
          title="Change your bank account?"
          text="Enter your password to go to our payment provider. We also tell you by email."
          open={openDashboard}
        />
        <ReplaceAccount label="Use another account" />
      </div>
    );
  }
  return <ReplaceAccount label="Set up another account" look="primary" />;
}

const ReplaceAccount = (props: { label: string; look?: "primary" }) => (
  <PasswordFirst
    {...props}
    title="Set up another payout account?"
    text="Your earnings wait until the new one is ready. Enter your password to go on. We also tell you by email."
    open={replaceAccount}
  />
);
