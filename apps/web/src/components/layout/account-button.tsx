import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { useQuery } from "@tanstack/react-query";
import { countOf } from "../../lib/format.ts";
import { countBookings } from "../../lib/live-events.ts";
import { useSession } from "../../lib/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LazyPart } from "../ui/loading.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";

const loadPanel = () => import("./account-panel.tsx").then((module) => module.AccountPanel);

/**
 * Shows a badge for open requests. Like the bell, it fetches nothing until the server has confirmed the
 * session.
 */
export function AccountButton({ user }: { user: CurrentUserView }) {
  const { isConfirmed } = useSession();
  const { data: counts } = useQuery({ ...countBookings(), enabled: isConfirmed });
  const requests = counts?.requests ?? 0;

  return (
    <PopoverButton
      label={requests > 0 ? `Your account, ${countOf(requests, "open request")}` : "Your account"}
      face={
        <>
          <Avatar person={user} size="small" />
          {requests > 0 && (
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
