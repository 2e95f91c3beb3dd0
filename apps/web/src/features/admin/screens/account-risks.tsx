import type { AccountView } from "@nexby/contract/admin/accounts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import shield from "../../../assets/shield.webp";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { listAccounts } from "../api.ts";
import { accountName, signalsOf } from "../copy.ts";

/** Accounts with their risk signals, newest first. */
export function AccountRisks() {
  const pages = useInfiniteQuery(listAccounts("all", null));
  const rows = useRef<HTMLTableSectionElement>(null);
  const accounts = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) {
    return (
      <SkeletonArea label="Loading accounts">
        <SkeletonBar shape="card" className="h-96" />
      </SkeletonArea>
    );
  }
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <>
      <Table
        caption="Risk signals by account"
        bodyRef={rows}
        keyOf={({ id }) => id}
        rows={accounts}
        columns={[
          { title: "Account", cell: (account) => <Identity account={account} /> },
          { title: "Joined", cell: ({ createdAt }) => formatDay(createdAt) },
          { title: "Signals", cell: (account) => <Signals account={account} /> },
        ]}
        empty={
          <MessageCard picture={<img src={shield} alt="" width={96} height={96} />} text="No accounts yet.">
            {null}
          </MessageCard>
        }
      />
      <ShowMore pages={pages} count={accounts.length} list={rows} problem="We couldn’t load more accounts." />
    </>
  );
}

function Identity({ account }: { account: AccountView }) {
  return (
    <>
      <span className="block font-semibold">{accountName(account)}</span>
      <span className="block text-muted text-sm">{account.email}</span>
    </>
  );
}

function Signals({ account }: { account: AccountView }) {
  const signals = signalsOf(account);
  if (signals.length === 0) return <Badge look="good">None</Badge>;
  return (
    <ul className="flex flex-wrap gap-2">
      {signals.map((signal) => (
        <li key={signal}>
          <Badge look="waiting">{signal}</Badge>
        </li>
      ))}
    </ul>
  );
}
