import type { AccountView } from "@nexby/contract/admin/accounts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import shield from "../../../../../../assets/web/shield.webp";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { type FraudFilter, isAnalysisList, listAccounts, listFraudAnalyses } from "../api.ts";
import { AnalysisCard } from "../components/analysis-card.tsx";
import { accountName, signalsOf } from "../copy.ts";

const LIST_COPY: Record<FraudFilter, { title: string; empty: string; other: { path: string; label: string } }> = {
  in_review: {
    title: "Requests to review",
    empty: "No requests to review.",
    other: { path: "?tab=all", label: "See all requests" },
  },
  all: {
    title: "All screened requests",
    empty: "No requests screened yet.",
    other: { path: "/admin", label: "Go to dashboard" },
  },
};

/** Polls, because new requests arrive and deadlines pass while the page is open. */
const POLL_MS = 30_000;

export function AnalysisList({ filter }: { filter: FraudFilter }) {
  const client = useQueryClient();
  const pages = useInfiniteQuery({ ...listFraudAnalyses(filter), refetchInterval: POLL_MS });
  const list = useRef<HTMLUListElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const analyses = pages.data?.pages.flatMap((page) => page.body) ?? [];
  const { title, empty, other } = LIST_COPY[filter];

  const done = async (text: string) => {
    await client.invalidateQueries({ predicate: isAnalysisList });
    setMessage(text);
  };

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <h2 className="sr-only">{title}</h2>
      <SavedStatus text={message} className="pb-3" />
      {pages.isPending && (
        <SkeletonArea label="Loading requests">
          <SkeletonBar shape="card" className="h-96" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && analyses.length === 0 && (
        <MessageCard picture={<img src={shield} alt="" width={96} height={96} />} text={empty}>
          <Link href={other.path} className={TEXT_LINK_STYLE}>
            {other.label}
          </Link>
        </MessageCard>
      )}
      {analyses.length > 0 && (
        <ul ref={list} aria-label={title} className="grid grid-cols-1 gap-5">
          {analyses.map((analysis) => (
            <AnalysisCard key={analysis.id} analysis={analysis} onDone={done} onGone={() => area.current?.focus()} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={analyses.length} list={list} problem="We couldn’t load more requests." />
    </div>
  );
}

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
          { title: "Account", cell: (account) => <Person account={account} /> },
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

function Person({ account }: { account: AccountView }) {
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
