import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { useQuery } from "@tanstack/react-query";
import { countBookings } from "../../lib/live-events.ts";
import { countUnreadMessages } from "../../lib/live-messages.ts";
import { useSession } from "../../lib/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LazyPart } from "../ui/loading.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";

const loadPanel = () => import("./account-panel.tsx").then((module) => module.AccountPanel);

/**
 * Shows a badge for open requests and unread messages. Like the bell, it fetches nothing until the server has confirmed the
 * session.
 */
export function AccountButton({ user }: { user: CurrentUserView }) {
  const { isConfirmed } = useSession();
  const { data: counts } = useQuery({ ...countBookings(), enabled: isConfirmed });
  const { data: unread } = useQuery({ ...countUnreadMessages(), enabled: isConfirmed });
  const news = [
    [counts?.requests ?? 0, "open request"],
    [unread?.count ?? 0, "unread message"],
  ] as const;
  const shown = news.filter(([count]) => count > 0);

  return (
    <PopoverButton
      label={["Your account", ...shown.map(([count, noun]) => countOf(count, noun))].join(", ")}
      face={
        <>
          <Avatar person={user} size="small" />
          {shown.length > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-1 right-1 size-3 rounded-full bg-danger ring-2 ring-surface"
            />
          )}
        </>
      }
      className="relative grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle"
      panelClassName="w-72 max-w-[calc(100vw-1.5rem)]"
    >
      {(close) => <LazyPart load={loadPanel} props={{ user, onChoose: close }} />}
    </PopoverButton>
  );
}

/** On a tab of the bottom bar, whose page leads to the messages. */
export function UnreadMark() {
  const { isConfirmed } = useSession();
  const { data } = useQuery({ ...countUnreadMessages(), enabled: isConfirmed });
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className="absolute mb-5 ml-8 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 font-bold text-on-danger tabular-nums">
      <span aria-hidden="true">{Math.min(count, 99)}</span>
      <span className="sr-only">, {countOf(count, "unread message")}</span>
    </span>
  );
}
