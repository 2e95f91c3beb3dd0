import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button-style.ts";
import { NotificationList } from "../../features/notifications/components/notification-list.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function NotificationsRoute() {
  return (
    <PersonalPage
      title="Notifications"
      text="The newest first."
      action={
        <Link href="/notification-history" className={BUTTON_STYLE.outline}>
          Notification history
        </Link>
      }
    >
      {() => (
        <div className="rounded-card border border-line bg-surface p-2">
          <NotificationList />
        </div>
      )}
    </PersonalPage>
  );
}
