import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { ACCOUNT_FILTERS, type AccountFilter } from "../../../features/admin/api.ts";
import { AnsweredMessages } from "../../../features/admin/components/help-messages.tsx";
import type { TaskContentProps } from "../../../features/admin/components/task-card.tsx";
import { AccountList, AccountSearch } from "../../../features/admin/screens/account-list.tsx";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { AdminNotifications } from "../../../features/admin/screens/admin-notifications.tsx";
import { AdminTasks } from "../../../features/admin/screens/admin-tasks.tsx";
import { ManagedCategoryList } from "../../../features/admin/screens/categories.tsx";
import { LateFeeRules } from "../../../features/admin/screens/late-fee-rules.tsx";
import { PlatformSettings } from "../../../features/admin/screens/platform-settings.tsx";
import { Searches } from "../../../features/admin/screens/search-analytics.tsx";
import { TaxRates } from "../../../features/admin/screens/tax-rates.tsx";
import { TimeMachine } from "../../../features/admin/screens/time-machine.tsx";
import { eventCopy } from "../../../features/bookings/copy/timeline.ts";
import {
  ReportedConversation,
  StoppedConversations,
} from "../../../features/messaging/screens/reported-conversations.tsx";
import { ModeratedReview } from "../../../features/reviews/screens/reported-reviews.tsx";
import { usePageTitle } from "../../../lib/browser/document.ts";
import { AdminOnly } from "../../guards.tsx";

const LABELS: Record<AccountFilter, string> = {
  pending: "Pending",
  approved: "Approved",
  suspended: "Suspended",
  all: "All",
};

type View = { title: string; text: string; Content: ComponentType };

/** Admin views other than accounts, by their name in the URL. */
const VIEWS: Readonly<Record<string, View>> = {
  tasks: {
    title: "Tasks",
    text: "Everything that waits for an admin: what is due first, then the longest wait.",
    Content: Tasks,
  },
  categories: {
    title: "Categories",
    text: "Categories in display order, with their commission rates. You can delete a category that has no listings.",
    Content: ManagedCategoryList,
  },
  searches: {
    title: "Searches",
    text: "What people search for, counted once per person per day. Searches are anonymous, and we delete them after 90 days.",
    Content: Searches,
  },
  "tax-rates": {
    title: "Tax rates",
    text: "Sales tax by handoff location and date. Rates are never deleted, because past prices used them.",
    Content: TaxRates,
  },
  "late-fees": {
    title: "Late fees",
    text: "What a late return costs. The first rule in the list that fits an item applies. Owners can set their own fee per day; the rule then sets the rest.",
    Content: LateFeeRules,
  },
  notifications: {
    title: "Notifications",
    text: "Emails, texts and push messages, and why some weren’t sent.",
    Content: AdminNotifications,
  },
  settings: {
    title: "Settings",
    text: "Settings for the whole platform. Changes apply from now on. Existing bookings keep their terms.",
    Content: PlatformSettings,
  },
  "time-machine": {
    title: "Time machine",
    text: "Move this demo’s clock forward to see deadlines, reminders and payouts without waiting.",
    Content: () => <TimeMachine eventText={eventCopy} />,
  },
};

const TASK_CONTENTS = {
  reported_review: ({ task, ...then }: TaskContentProps<"reported_review">) => (
    <ModeratedReview review={task.details} {...then} />
  ),
  reported_conversation: ({ task, ...then }: TaskContentProps<"reported_conversation">) => (
    <ReportedConversation conversation={task.details} {...then} />
  ),
};

const DECIDED = {
  reported_conversation: { title: "Stopped conversations", content: <StoppedConversations /> },
  help_message: { title: "Answered messages", content: <AnsweredMessages /> },
};

function Tasks() {
  return <AdminTasks contents={TASK_CONTENTS} decided={DECIDED} />;
}

export function AdminRoute() {
  const view = VIEWS[useSearchParams()[0].get("view") ?? ""];
  return view ? <OtherView key={view.title} {...view} /> : <AccountsView />;
}

function OtherView({ title, text, Content }: View) {
  usePageTitle(title);
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame user={user} title={title} text={text}>
          <Content />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}

function AccountsView() {
  usePageTitle("Admin Dashboard");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame user={user} title="Admin Dashboard">
          <AdminPage />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}

function AdminPage() {
  const [params, setParams] = useSearchParams();
  const filter = ACCOUNT_FILTERS.find((name) => name === params.get("status")) ?? "pending";
  const search = params.get("search")?.trim() || null;
  const show = (status: AccountFilter, text: string | null) =>
    setParams({ ...(status !== "pending" && { status }), ...(text && { search: text }) }, { replace: true });

  return (
    <section aria-labelledby="accounts">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="accounts" className="display-type text-xl">
          Accounts
        </h2>
        <AccountSearch search={search} onSearch={(text) => show(text ? "all" : filter, text || null)} />
      </div>
      <Tabs
        label="Accounts by status"
        selected={filter}
        onSelect={(status) => show(status, search)}
        tabs={ACCOUNT_FILTERS.map((name) => ({
          name,
          label: LABELS[name],
          panel: <AccountList filter={name} search={search} onClearSearch={() => show(filter, null)} />,
        }))}
      />
    </section>
  );
}
