import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { NotificationList } from "../../features/notifications/components/notification-list.tsx";
import { NotificationHistory } from "../../features/notifications/screens/notification-history.tsx";
import { PersonalPage } from "../guards.tsx";

export function NotificationsRoute() {
  return (
    <PersonalPage
      title="Notifications"
      text="Newest first."
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

export function NotificationHistoryRoute() {
  return (
    <PersonalPage title="Notification history" text="All your notifications, newest first.">
      {() => <NotificationHistory />}
    </PersonalPage>
  );
}
