import type { ProfileView } from "@nexby/contract/accounts/profile";
import type { PayoutAccountView } from "@nexby/contract/money/payouts";
import * as payoutsContract from "@nexby/contract/money/payouts";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { PasswordField } from "../../../components/forms/text-fields.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatDay } from "../../../lib/dates.ts";
import { getPayoutAccount, openPayoutDashboard, refreshedPayoutAccount, replacePayoutAccount } from "../api.ts";
import { OnboardingButton } from "../components/onboarding-button.tsx";
import { payoutCopy } from "../copy.ts";

type PayoutSectionProps = { profile: Pick<ProfileView, "isApproved" | "hasPassword"> };

/** Shows the last known account, then syncs it with the provider, whose decision may not have reached us yet. */
export function PayoutSection({ profile }: PayoutSectionProps) {
  const accountQuery = useQuery({ ...getPayoutAccount(), refetchOnMount: "always" });
  const { data: account, isError, isFetchedAfterMount, refetch } = accountQuery;
  const hasAccount = account !== undefined && account.state !== "none";
  // Runs after the first query, never in parallel, so that the provider's newer state is not overwritten.
  useQuery({ ...refreshedPayoutAccount(useQueryClient()), enabled: isFetchedAfterMount && hasAccount });

  if (isError && !account) return <ErrorCard onRetry={() => void refetch()} />;
  if (!account) {
    return (
      <SkeletonArea label="Loading payout account">
        <div className="grid gap-4">
          <SkeletonBar className="h-6 w-24" />
          <SkeletonBar className="h-5" />
          <SkeletonBar shape="control" className="h-11 w-40" />
        </div>
      </SkeletonArea>
    );
  }
  const { badge, look, text } = payoutCopy(account);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Badge look={look}>{badge}</Badge>
      <p>{text}</p>
      {account.failedPayout && <FailedPayout {...account.failedPayout} />}
      <PayoutActions account={account} {...profile} />
    </div>
  );
}

function FailedPayout({ amountCents, failedAt }: NonNullable<PayoutAccountView["failedPayout"]>) {
  return (
    <Notice look="problem" title="Your bank rejected a payout">
      <p>
        {`Your bank returned ${dollarText(amountCents)} on ${formatDay(failedAt)}. Change your bank account, and we’ll send it again with your next payout.`}
      </p>
    </Notice>
  );
}

type PayoutActionsProps = { account: PayoutAccountView; isApproved: boolean; hasPassword: boolean };

/** Available actions, or why there are none. */
function PayoutActions({ account: { state, canBeChanged }, isApproved, hasPassword }: PayoutActionsProps) {
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
          text="Enter your password to continue to our payment provider. We’ll also email you."
          open={openPayoutDashboard}
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
    text="We’ll hold your earnings until the new account is ready. Enter your password to continue. We’ll also email you."
    open={replacePayoutAccount}
  />
);

type PasswordFirstProps = {
  label: string;
  title: string;
  text: string;
  look?: "primary" | "outline";
  /** Returns the URL of the provider's page. */
  open: (key: string, body: { password: string }) => Promise<{ url: string }>;
};

/** Requires the password, because the next page can redirect the owner's money. */
function PasswordFirst({ label, title, text, look = "outline", open }: PasswordFirstProps) {
  const requestUrl = useIntent(open);

  return (
    <DialogButton look={look} label={label} title={title} text={text}>
      {() => (
        <Form
          schema={payoutsContract.openPayoutDashboard.body}
          label={title}
          className="mt-5 grid grid-cols-1 gap-5"
          onSubmit={async (values) => {
            const { url } = await requestUrl(values);
            location.assign(url);
          }}
        >
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <DialogButtons>
            <SubmitButton busyText="Opening...">Continue</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </DialogButton>
  );
}
