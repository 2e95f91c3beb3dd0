import { NotificationHistory } from "../../features/notifications/components/notification-history.tsx";
import { PersonalPage } from "../personal-page.tsx";

export function NotificationHistoryRoute() {
  return (
    <PersonalPage title="Notification history" text="Everything you were told, the newest first.">
      {() => <NotificationHistory />}
    </PersonalPage>
  );
}
