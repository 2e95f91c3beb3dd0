import type { ProfileView } from "@nexby/contract/profile";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "../../../components/ui/badge.tsx";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { payoutAccount } from "../api/payments.ts";
import { payoutWords } from "../payout-words.ts";
import { PayoutActions } from "./payout-actions.tsx";

type Props = { profile: Pick<ProfileView, "isApproved" | "hasPassword"> };

export function PayoutSection({ profile }: Props) {
  const { data: account, isError, refetch } = useQuery({ ...payoutAccount(), refetchOnMount: "always" });

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
