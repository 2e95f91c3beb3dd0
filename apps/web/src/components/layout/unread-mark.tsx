import { useQuery } from "@tanstack/react-query";
import { countOf } from "../../lib/format.ts";
import { countUnreadMessages } from "../../lib/live-messages.ts";
import { useSession } from "../../lib/session.ts";

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
