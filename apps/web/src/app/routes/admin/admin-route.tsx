import type { ComponentType } from "react";
import { useSearchParams } from "wouter";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { ACCOUNT_FILTERS, type AccountFilter } from "../../../features/admin/api.ts";
import { AccountList, AccountSearch } from "../../../features/admin/screens/account-list.tsx";
import { AdminFrame } from "../../../features/admin/screens/admin-frame.tsx";
import { AdminTasks } from "../../../features/admin/screens/admin-tasks.tsx";
import { ManagedCategoryList } from "../../../features/admin/screens/categories.tsx";
import { PlatformSettings } from "../../../features/admin/screens/platform-settings.tsx";
import { Searches } from "../../../features/admin/screens/search-analytics.tsx";
import { TaxRates } from "../../../features/admin/screens/tax-rates.tsx";
import { TimeMachine } from "../../../features/admin/screens/time-machine.tsx";
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
    text: "Bookings, refunds and payouts that need an admin.",
    Content: AdminTasks,
  },
  categories: {
    title: "Categories",
    text: "In the order in which they are shown, with what owners and renters pay. One that no listing is in can be deleted.",
    Content: ManagedCategoryList,
  },
  searches: {
    title: "Searches",
    text: "What people search for, each person once a day. Nobody can see who it was, and after 90 days it is forgotten.",
    Content: Searches,
  },
  "tax-rates": {
    title: "Tax rates",
    text: "What is asked for on top of a price, by where something is handed over and on which day. Rates are kept for ever, since prices were made with them.",
    Content: TaxRates,
  },
  settings: {
    title: "Settings",
    text: "What the platform decides for everybody. A change counts from now on; what was agreed on stays as it is.",
    Content: PlatformSettings,
  },
  "time-machine": {
    title: "Time machine",
    text: "Deadlines, reminders and payouts without the wait: this demo has a clock of its own.",
    Content: TimeMachine,
  },
};

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
        label="Accounts by standing"
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
