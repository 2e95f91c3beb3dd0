import type { AccountView } from "@nexby/contract/admin/accounts";
import { waitsForReviewSince } from "@nexby/domain/accounts/approval";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import emptyBasket from "../../../../../../assets/web/empty-basket.webp";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard, MessageCard } from "../../../components/ui/message-card.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { formatDay, timeAgo } from "../../../lib/dates.ts";
import { productNow } from "../../../lib/server-time.ts";
import { type AccountFilter, isAccountList, listAccounts } from "../api.ts";
import { AccountActionButton, VerificationBadges } from "../components/account-actions.tsx";
import { accountName } from "../copy.ts";

const EMPTY: Record<AccountFilter, string> = {
  pending: "No accounts are waiting for approval.",
  approved: "No approved accounts yet.",
  suspended: "No suspended accounts.",
  all: "No accounts yet.",
};

type AccountListProps = { filter: AccountFilter; search: string | null; onClearSearch: () => void };

export function AccountList({ filter, search, onClearSearch }: AccountListProps) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(listAccounts(filter, search));
  const list = useRef<HTMLUListElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const accounts = pages.data?.pages.flatMap((page) => page.body) ?? [];

  const done = async (text: string) => {
    await client.invalidateQueries({ predicate: isAccountList });
    setMessage(text);
  };

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <SavedStatus text={message} className="pb-3" />
      {pages.isPending && <AccountListSkeleton />}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && accounts.length === 0 && (
        <MessageCard
          picture={<img src={emptyBasket} alt="" width={96} height={96} />}
          text={search ? `No accounts match “${search}”.` : EMPTY[filter]}
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
      <ShowMore pages={pages} count={accounts.length} list={list} problem="We couldn’t load more accounts." />
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

type AccountRowProps = { account: AccountView; onDone: (text: string) => Promise<void>; onGone: () => void };

function AccountRow({ account, onDone, onGone }: AccountRowProps) {
  const place = [account.city, account.state].filter(Boolean).join(", ");

  return (
    <li className="grid gap-4 border-line border-b py-5 last:border-b-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="flex min-w-0 gap-4">
        <Avatar person={account} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <span className="min-w-0 break-words">{accountName(account)}</span>
            <AccountStatus account={account} />
          </p>
          <p className="break-words text-muted">{account.email}</p>
          <p className="mt-1 text-muted text-sm">
            {joinedText(account)}
            {place && ` · ${place}`}
          </p>
          <div className="mt-2">
            <VerificationBadges account={account} />
          </div>
        </div>
      </div>
      {account.allowedActions.length > 0 && (
        <div className="flex flex-wrap gap-3 pl-16 md:pl-0">
          {account.allowedActions.map((action) => (
            <AccountActionButton key={action} action={action} account={account} onDone={onDone} onOpenerGone={onGone} />
          ))}
        </div>
      )}
    </li>
  );
}

/** Waiting accounts show their age. */
function joinedText(account: AccountView): string {
  const isWaiting = !account.isApproved && !account.isAdmin && account.suspendedAt === null;
  const joined = `Joined ${formatDay(account.createdAt)}`;
  if (!isWaiting) return joined;
  const since = waitsForReviewSince({
    createdAt: new Date(account.createdAt),
    phoneNumber: account.phoneNumber,
    emailVerifiedAt: account.emailVerifiedAt === null ? null : new Date(account.emailVerifiedAt),
    phoneVerifiedAt: account.phoneVerifiedAt === null ? null : new Date(account.phoneVerifiedAt),
  });
  const age = (instant: string) => timeAgo(instant, productNow());
  return since ? `${joined} · Ready for review ${age(since.toISOString())}` : `${joined}, ${age(account.createdAt)}`;
}

function AccountStatus({ account }: { account: AccountView }) {
  if (account.suspendedAt) return <Badge look="bad">Suspended</Badge>;
  if (account.isAdmin) return <Badge look="plain">Admin</Badge>;
  return account.isApproved ? <Badge look="good">Approved</Badge> : <Badge look="waiting">Pending</Badge>;
}

/** Searches on submit: a list that changes with every keystroke is hard to follow. */
export function AccountSearch({ search, onSearch }: { search: string | null; onSearch: (text: string) => void }) {
  const id = useId();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("search") ?? "").trim());
  };

  return (
    <search className="w-full sm:w-max">
      <form onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Name or email
        </label>
        <input
          id={id}
          key={search}
          type="search"
          name="search"
          defaultValue={search ?? ""}
          maxLength={100}
          placeholder="Name or email"
          className="h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3.5 placeholder:text-muted sm:w-72"
        />
        <button type="submit" className={BUTTON_STYLE.outline}>
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
          Search
        </button>
      </form>
    </search>
  );
}
