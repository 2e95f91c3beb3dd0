import type * as accountsContract from "@nexby/contract/accounts/accounts";

import type { ResponseOf } from "@nexby/contract/endpoint";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useRef, useState } from "react";
import { SavedStatus } from "../../../components/forms/form.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { ConfirmButton } from "../../../components/ui/dialog.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { formatMoment } from "../../../lib/dates.ts";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { listSessions, revokeOtherSessions, revokeSession } from "../api.ts";

type Session = ResponseOf<typeof accountsContract.listSessions>[number];

export function Devices() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(listSessions());
  const list = useRef<HTMLUListElement>(null);
  const [message, setMessage] = useState<string | null>(null);

  const refreshWith = async (text: string) => {
    await client.invalidateQueries({ queryKey: listSessions().queryKey });
    setMessage(text);
    list.current?.focus();
  };

  if (isError) return <ErrorCard onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <SkeletonArea label="Loading devices">
        <SkeletonBar shape="control" className="h-16" />
      </SkeletonArea>
    );
  }
  return (
    <div>
      <ul ref={list} tabIndex={-1} aria-label="Devices" className="grid grid-cols-1 gap-4 outline-none">
        {data.map((session) => (
          <Device
            key={session.id}
            session={session}
            onSignedOut={() => refreshWith(`${session.device} is signed out`)}
          />
        ))}
      </ul>
      {data.length > 1 && (
        <div className="mt-5">
          <ConfirmButton
            label="Sign out all other devices"
            title="Sign out all other devices?"
            text="You’ll stay signed in on this device only."
            confirmLabel="Sign out"
            onConfirm={async (key) => {
              await revokeOtherSessions(key);
              await refreshWith("All other devices are signed out");
            }}
            onOpenerGone={() => list.current?.focus()}
          />
        </div>
      )}
      <SavedStatus text={message} className="mt-4" />
    </div>
  );
}

function Device({ session, onSignedOut }: { session: Session; onSignedOut: () => Promise<void> }) {
  const revoking = useMutationAction(async (key) => {
    await revokeSession(session.id)(key);
    await onSignedOut();
  });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <MonitorSmartphone size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {session.device}
          {session.isCurrent && <Badge look="good">This device</Badge>}
        </p>
        <p className="text-muted text-sm">Last seen {formatMoment(session.lastSeenAt)}</p>
      </div>
      {!session.isCurrent && (
        <Button
          look="outline"
          isBusy={revoking.isBusy}
          aria-label={`Sign out ${session.device}`}
          onClick={() => void revoking.run()}
        >
          Sign out
        </Button>
      )}
      {revoking.problem && (
        <Notice look="problem" role="alert" className="w-full">
          {revoking.problem}
        </Notice>
      )}
    </li>
  );
}
