import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import emptyBasket from "../../../assets/empty-basket.webp";
import { SavedStatus } from "../../../components/forms/saved-status.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { MessageCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { type AccountFilter, accountPages, isAccountList } from "../api/accounts.ts";
import { AccountRow } from "./account-row.tsx";

const EMPTY: Record<AccountFilter, string> = {
  pending: "Nobody is waiting for approval.",
  approved: "No account is approved yet.",
  suspended: "No account is suspended.",
  all: "There are no accounts.",
};

type Props = { filter: AccountFilter; search: string | null; onClearSearch: () => void };

export function AccountList({ filter, search, onClearSearch }: Props) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(accountPages(filter, search));
  const list = useRef<HTMLUListElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<string | null>(null);
  const accounts = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const done = async (words: string) => {
    await client.invalidateQueries({ predicate: isAccountList });
    setSaid(words);
  };

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <SavedStatus text={said} className="pb-3" />
      {pages.isPending && <AccountListSkeleton />}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && accounts.length === 0 && (
        <MessageCard
          picture={<img src={emptyBasket} alt="" width={96} height={96} />}
          text={search ? `Nobody is found by “${search}”.` : EMPTY[filter]}
        >
          {search && (
            <button type="button" className={BUTTON_STYLE.outline} onClick={onClearSearch}>
              Clear search
            </button>
          )}
        </MessageCard>
      )}
      {accounts.length > 0 && (
        <ul ref={list} aria-label="Accounts">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} onDone={done} onGone={() => area.current?.focus()} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={accounts.length} list={list} problem="The next accounts could not be loaded." />
    </div>
  );
}

const ROWS = [1, 2, 3];

function AccountListSkeleton() {
  return (
    <SkeletonArea label="Loading accounts">
      {ROWS.map((row) => (
        <div key={row} className="flex gap-4 border-line border-b py-5">
          <SkeletonBar shape="circle" className="size-12" />
          <div className="grid flex-1 content-start gap-2.5 pt-1">
            <SkeletonBar className="h-4 w-40" />
            <SkeletonBar className="h-3.5 w-56" />
            <SkeletonBar className="h-3.5 w-32" />
          </div>
        </div>
      ))}
    </SkeletonArea>
  );
}
