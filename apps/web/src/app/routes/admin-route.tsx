import { useSearchParams } from "wouter";
import { Tabs } from "../../components/ui/tabs.tsx";
import { ACCOUNT_FILTERS, type AccountFilter } from "../../features/administration/api/accounts.ts";
import { AccountList } from "../../features/administration/components/account-list.tsx";
import { AccountSearch } from "../../features/administration/components/account-search.tsx";
import { AdminFrame } from "../../features/administration/components/admin-frame.tsx";
import { ApprovalSetting } from "../../features/administration/components/approval-setting.tsx";
import { InsuranceSetting } from "../../features/administration/components/insurance-setting.tsx";
import { ManagedCategoryList } from "../../features/categories/components/managed-category-list.tsx";
import { Searches } from "../../features/search-analytics/components/searches.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { AdminOnly } from "../guards.tsx";

const LABELS: Record<AccountFilter, string> = {
  pending: "Pending",
  approved: "Approved",
  suspended: "Suspended",
  all: "All",
};

/** What people search and list by is looked after beside the accounts. */
export function AdminRoute() {
  const view = useSearchParams()[0].get("view");
  if (view === "categories") return <CategoriesView />;
  return view === "searches" ? <SearchesView /> : <AccountsView />;
}

function CategoriesView() {
  usePageTitle("Categories");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame
          user={user}
          title="Categories"
          text="In the order in which they are shown, with what owners and renters pay. One that no listing is in can be deleted."
        >
          <ManagedCategoryList />
        </AdminFrame>
      )}
    </AdminOnly>
  );
}

function SearchesView() {
  usePageTitle("Searches");
  return (
    <AdminOnly>
      {(user) => (
        <AdminFrame
          user={user}
          title="Searches"
          text="What people search for, each person once a day. Nobody can see who it was, and after 90 days it is forgotten."
        >
          <Searches />
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
    <>
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
      <section aria-labelledby="settings" className="mt-12 rounded-card border border-line bg-surface p-5 md:p-6">
        <h2 id="settings" className="mb-2 display-type text-xl">
          Settings
        </h2>
        <ApprovalSetting />
        <InsuranceSetting />
      </section>
    </>
  );
}
