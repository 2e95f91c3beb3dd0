import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { PopoverButton } from "../../../components/ui/popover-button.tsx";
import { useSession } from "../../../lib/session.ts";
import { countUnreadNotifications } from "../api.ts";

const loadPanel = () => import("./notification-panel.tsx").then((module) => module.NotificationPanel);

/** Waits until the server has confirmed the session, because a session remembered by the tab may have ended. */
export function Bell() {
  const { isConfirmed } = useSession();
  const { data } = useQuery({ ...countUnreadNotifications(), enabled: isConfirmed });
  const badge = badgeText(data?.count ?? 0);

  return (
    <PopoverButton
      label={badge ? `Notifications, ${badge} unread` : "Notifications"}
      face={
        <>
          <BellIcon size={22} strokeWidth={1.75} aria-hidden="true" />
          {badge && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 left-6 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 font-bold text-on-danger text-xs tabular-nums ring-2 ring-surface"
            >
              {badge}
            </span>
          )}
        </>
      }
      className="relative grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle"
      panelClassName="w-96 max-w-[calc(100vw-1.5rem)]"
    >
      {(close) => <LazyPart load={loadPanel} props={{ onChoose: close }} />}
    </PopoverButton>
  );
}

const MAX_SHOWN = 99;

/** Badge text; null when there is nothing unread. */
export function badgeText(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
}
