import type { approveAccount, listAccounts, reinstateAccount, suspendAccount } from "@nexby/contract/admin/accounts";
import type { decideFraudAnalysis, listFraudAnalyses } from "@nexby/contract/admin/fraud";
import type { getClockJobs, moveClock as move } from "@nexby/contract/admin/operations";
import type { getPlatformSettings, updatePlatformSettings } from "@nexby/contract/admin/settings";
import type {
  activatePolicyVersion,
  createPolicyVersion,
  listPolicyVersions,
  PolicyKind,
} from "@nexby/contract/content/policies";
import type { listSearches } from "@nexby/contract/discovery/search";
import type {
  createCategory,
  deleteCategory,
  listManagedCategories,
  updateCategory,
} from "@nexby/contract/listings/categories";
import type {
  activateTaxRate,
  createTaxRate,
  deactivateTaxRate,
  listTaxRates,
  updateTaxRate,
} from "@nexby/contract/money/taxes";
import type { QueryClient } from "@tanstack/react-query";
import { actPages } from "../../components/product/audit-list.tsx";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

export const ACCOUNT_FILTERS = ["pending", "approved", "suspended", "all"] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

const ACCOUNTS = "/api/admin/users";

export const accountPages = (status: AccountFilter, search: string | null) =>
  readPages<typeof listAccounts>(withQuery(ACCOUNTS, { status, search }));

/** Every list of accounts that was read: an act moves an account from one to another. */
export const isAccountList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(ACCOUNTS);

export const approve = (userId: string) => write<typeof approveAccount>("POST", ACCOUNTS, userId, "approve");
export const suspend = (userId: string) => write<typeof suspendAccount>("POST", ACCOUNTS, userId, "suspend");
export const reinstate = (userId: string) => write<typeof reinstateAccount>("POST", ACCOUNTS, userId, "reinstate");

export type FraudFilter = "in_review" | "all";

const ANALYSES = "/api/admin/fraud-analyses";

export const analysisPages = (status: FraudFilter) =>
  readPages<typeof listFraudAnalyses>(withQuery(ANALYSES, { status }));

/** Both lists: a decision takes a request from the one and changes it in the other. */
export const isAnalysisList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(ANALYSES);

export const decide = (analysisId: string) =>
  write<typeof decideFraudAnalysis>("POST", ANALYSES, analysisId, "decision");

export const platformSettings = () => read<typeof getPlatformSettings>("/api/admin/settings");
export const settingsHistory = () => actPages("/api/admin/settings/history");
export const changePlatformSettings = write<typeof updatePlatformSettings>("PATCH", "/api/admin/settings");

const RATES = "/api/admin/tax-rates";

/** Which rates are shown, by whether quotes may use them. */
export const USES = ["active", "inactive", "all"] as const;
export type Use = (typeof USES)[number];

const IS_ACTIVE: Record<Use, string | null> = { active: "true", inactive: "false", all: null };

export const taxRatePages = (state: string | null, use: Use) =>
  readPages<typeof listTaxRates>(withQuery(RATES, { state, isActive: IS_ACTIVE[use] }));

/** Every list of rates and every history: an act may concern two rates at once. */
export const isAboutTaxRates = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(RATES);

export const addTaxRate = write<typeof createTaxRate>("POST", RATES);
export const changeTaxRate = (rateId: string) => write<typeof updateTaxRate>("PATCH", RATES, rateId);
export const deactivate = (rateId: string) => write<typeof deactivateTaxRate>("POST", RATES, rateId, "deactivate");
export const activate = (rateId: string) => write<typeof activateTaxRate>("POST", RATES, rateId, "activate");

export const historyPath = (rateId: string) => `${RATES}/${rateId}/history` as const;

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const SEARCH_KINDS = ["all", "without_result"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const searchPages = (days: Period, kind: SearchKind) =>
  readPages<typeof listSearches>(withQuery("/api/admin/searches", { days: String(days), kind }));

export const clockJobs = () => read<typeof getClockJobs>("/api/admin/clock/jobs");
export const moveClock = write<typeof move>("POST", "/api/admin/clock");

const POLICIES = "/api/admin/policies";

export const policyVersions = (kind: PolicyKind) => read<typeof listPolicyVersions>(POLICIES, kind, "versions");

export const saveVersion = (kind: PolicyKind) => write<typeof createPolicyVersion>("POST", POLICIES, kind, "versions");

export const publishVersion = (kind: PolicyKind, version: number) =>
  write<typeof activatePolicyVersion>("POST", POLICIES, kind, "versions", String(version), "activate");

/** The list, and the text in force that every reader sees. */
export async function refreshPolicy(client: QueryClient, kind: PolicyKind): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: policyVersions(kind).queryKey }),
    client.invalidateQueries({ queryKey: [`/api/${kind}/active`] }),
  ]);
}

const CATEGORIES = "/api/admin/categories";

export const managedCategories = () => read<typeof listManagedCategories>(CATEGORIES);

export const addCategory = write<typeof createCategory>("POST", CATEGORIES);
export const changeCategory = (categoryId: string) => write<typeof updateCategory>("PATCH", CATEGORIES, categoryId);
export const removeCategory = (categoryId: string) => write<typeof deleteCategory>("DELETE", CATEGORIES, categoryId);
