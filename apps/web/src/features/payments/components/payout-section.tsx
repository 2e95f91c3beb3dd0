import type { ProfileView } from "@nexby/contract/profile";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "../../../components/ui/badge.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { payoutAccount, refreshedPayoutAccount } from "../api/payments.ts";
import { payoutWords } from "../payout-words.ts";
import { PayoutActions } from "./payout-actions.tsx";

type Props = { profile: Pick<ProfileView, "isApproved" | "hasPassword"> };

/** Shows what the provider said last, and asks it: what it has decided since may not have reached us. */
export function PayoutSection({ profile }: Props) {
  const known = useQuery({ ...payoutAccount(), refetchOnMount: "always" });
  const { data: account, isError, isFetchedAfterMount, refetch } = known;
  const isThere = account !== undefined && account.state !== "none";
  // Afterwards, and never at the same time: of the two answers the provider's own stays.
  useQuery({ ...refreshedPayoutAccount(useQueryClient()), enabled: isFetchedAfterMount && isThere });

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
  const { badge, look, text } = payoutWords(account);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Badge look={look}>{badge}</Badge>
      <p>{text}</p>
      <PayoutActions account={account} {...profile} />
    </div>
  );
}
