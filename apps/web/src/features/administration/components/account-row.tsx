import type { AccountView } from "@nexby/contract/administration";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { formatDay } from "../../../lib/dates.ts";
import { nameOf } from "../account-acts.ts";
import { AccountActButton } from "./account-act-button.tsx";

type Props = { account: AccountView; onDone: (words: string) => Promise<void>; onGone: () => void };

export function AccountRow({ account, onDone, onGone }: Props) {
  const place = [account.city, account.state].filter(Boolean).join(", ");

  return (
    <li className="grid gap-4 border-line border-b py-5 last:border-b-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="flex min-w-0 gap-4">
        <Avatar person={account} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <span className="min-w-0 break-words">{nameOf(account)}</span>
            <Standing account={account} />
          </p>
          <p className="break-words text-muted">{account.email}</p>
          <p className="mt-1 text-muted text-sm">
            Since {formatDay(account.createdAt)}
            {place && ` · ${place}`}
          </p>
          <ul className="mt-2 flex flex-wrap gap-2">
            <li>
              <Proof isGiven={account.emailVerifiedAt !== null} label="Email" />
            </li>
            <li>
              <Proof isGiven={account.phoneVerifiedAt !== null} label="Phone" />
            </li>
          </ul>
        </div>
      </div>
      {account.allowedActions.length > 0 && (
        <div className="flex flex-wrap gap-3 pl-16 md:pl-0">
          {account.allowedActions.map((act) => (
            <AccountActButton key={act} act={act} account={account} onDone={onDone} onOpenerGone={onGone} />
          ))}
        </div>
      )}
    </li>
  );
}

function Standing({ account }: { account: AccountView }) {
  if (account.suspendedAt) return <Badge look="bad">Suspended</Badge>;
  if (account.isAdmin) return <Badge look="plain">Administrator</Badge>;
  return account.isApproved ? <Badge look="good">Approved</Badge> : <Badge look="waiting">Waiting</Badge>;
}

function Proof({ isGiven, label }: { isGiven: boolean; label: string }) {
  return <Badge look={isGiven ? "good" : "plain"}>{`${label} ${isGiven ? "verified" : "not verified"}`}</Badge>;
}
