import { Link } from "wouter";
import { NotificationList } from "./notification-list.tsx";

/** The newest notifications, with a link to all of them. */
export function NotificationPanel({ onChoose }: { onChoose: () => void }) {
  return (
    // On phones it ends above the bottom bar, whose labels would show below its edge. The link below the list stays in sight.
    <section
      aria-label="Notifications"
      className="flex max-h-[calc(100dvh-10rem-env(safe-area-inset-bottom))] flex-col md:max-h-[calc(100dvh-7rem)]"
    >
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <NotificationList headingLevel={2} onChoose={onChoose} />
      </div>
      <div className="shrink-0 border-line border-t pt-1">
        <Link
          href="/notifications"
          onClick={onChoose}
          className="flex min-h-11 items-center justify-center rounded-control font-semibold hover:bg-subtle"
        >
          All notifications
        </Link>
      </div>
    </section>
  );
}
