import type * as accountsContract from "@nexby/contract/accounts/accounts";

import type { ResponseOf } from "@nexby/contract/endpoint";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRef } from "react";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { getSignInOptions, listIdentities, unlinkIdentity } from "../api.ts";

type Account = ResponseOf<typeof accountsContract.listIdentities>[number];

export function ConnectedAccounts() {
  const { data, isError, refetch } = useQuery(listIdentities());
  const list = useRef<HTMLDivElement>(null);

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <SkeletonArea label="Loading connected accounts">
        <SkeletonBar shape="control" className="h-12" />
      </SkeletonArea>
    );
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {data.length === 0 ? (
        <p className="text-muted">No connected accounts. You sign in with your email and password.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {data.map((account) => (
            <ConnectedAccount key={account.id} account={account} onGone={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ConnectedAccount({ account, onGone }: { account: Account; onGone: () => void }) {
  const client = useQueryClient();
  const { data: options } = useQuery(getSignInOptions());
  // An issuer without a host is the demo's built-in provider.
  const host = URL.canParse(account.issuer) ? new URL(account.issuer).host : "";
  const name = host || options?.identityProvider?.name || "another service";

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <KeyRound size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{account.email ?? name}</p>
        <p className="text-muted text-sm">
          {name} · connected {formatDay(account.createdAt)}
        </p>
      </div>
      <ConfirmButton
        label="Disconnect"
        title={`Disconnect ${name}?`}
        text="You won’t be able to sign in with it until you connect it again."
        confirmLabel="Disconnect"
        onConfirm={async (key) => {
          await unlinkIdentity(account.id)(key);
          await client.invalidateQueries({ queryKey: listIdentities().queryKey });
        }}
        onOpenerGone={onGone}
      />
    </li>
  );
}
