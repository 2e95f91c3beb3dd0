import { Link } from "wouter";
import { NotificationList } from "./notification-list.tsx";

/** The newest notifications, with a link to all of them. */
export function NotificationPanel({ onChoose }: { onChoose: () => void }) {
  return (
    <section aria-label="Notifications">
      <NotificationList headingLevel={2} onChoose={onChoose} />
      <div className="mt-1 border-line border-t pt-1">
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
