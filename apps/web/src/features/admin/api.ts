import type * as accountsContract from "@nexby/contract/admin/accounts";

import type * as fraudContract from "@nexby/contract/admin/fraud";

import type * as notificationsContract from "@nexby/contract/admin/notifications";
import type * as operationsContract from "@nexby/contract/admin/operations";
import type { moveClock as move } from "@nexby/contract/admin/operations";
import type * as settingsContract from "@nexby/contract/admin/settings";
import type * as tasksContract from "@nexby/contract/admin/tasks";
import type { AdminTaskKind } from "@nexby/contract/admin/tasks";

import type { cancelBooking } from "@nexby/contract/bookings/booking-commands";
import type * as policiesContract from "@nexby/contract/content/policies";
import type { PolicyKind } from "@nexby/contract/content/policies";
import type * as supportContract from "@nexby/contract/content/support";
import type * as searchContract from "@nexby/contract/discovery/search";

import type * as categoriesContract from "@nexby/contract/listings/categories";

import type * as lateFeesContract from "@nexby/contract/money/late-fees";
import type * as taxesContract from "@nexby/contract/money/taxes";

import type { QueryClient } from "@tanstack/react-query";
import { auditPages } from "../../components/product/audit-list.tsx";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { withQuery } from "../../lib/paths.ts";

export const ACCOUNT_FILTERS = ["pending", "approved", "suspended", "all"] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

const ACCOUNTS = "/api/admin/users";

export const listAccounts = (status: AccountFilter, search: string | null) =>
  readPages<typeof accountsContract.listAccounts>(withQuery(ACCOUNTS, { status, search }));

/** Matches every cached account list: an action moves an account between lists. */
export const isAccountList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(ACCOUNTS);

export const approveAccount = (userId: string) =>
  write<typeof accountsContract.approveAccount>("POST", ACCOUNTS, userId, "approve");
export const suspendAccount = (userId: string) =>
  write<typeof accountsContract.suspendAccount>("POST", ACCOUNTS, userId, "suspend");
export const reinstateAccount = (userId: string) =>
  write<typeof accountsContract.reinstateAccount>("POST", ACCOUNTS, userId, "reinstate");

export type FraudFilter = "in_review" | "all";

const ANALYSES = "/api/admin/fraud-analyses";

export const listFraudAnalyses = (status: FraudFilter) =>
  readPages<typeof fraudContract.listFraudAnalyses>(withQuery(ANALYSES, { status }));

/** Matches both cached lists: a decision removes the request from one and changes it in the other. */
export const isAnalysisList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(ANALYSES);

export const decideFraudReview = (analysisId: string) =>
  write<typeof fraudContract.decideFraudReview>("POST", ANALYSES, analysisId, "decision");

export const getPlatformSettings = () => read<typeof settingsContract.getPlatformSettings>("/api/admin/settings");
export const settingsHistory = () => auditPages("/api/admin/settings/history");
export const updatePlatformSettings = write<typeof settingsContract.updatePlatformSettings>(
  "PATCH",
  "/api/admin/settings",
);

const TASKS = "/api/admin/tasks";

export const listAdminTasks = (kind: AdminTaskKind | null) =>
  readPages<typeof tasksContract.listAdminTasks>(withQuery(TASKS, { kind }));
export const countAdminTasks = () => read<typeof tasksContract.countAdminTasks>(`${TASKS}/counts`);

/** Matches everything that admins see: a decision moves a case between lists. */
export const isForAdmins = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith("/api/admin/");

export const cancelSuspendedBooking = (bookingId: string) =>
  write<typeof cancelBooking>("POST", "/api/bookings", bookingId, "cancel");

const HELP_MESSAGES = "/api/admin/help-messages";

export const listReceivedHelpMessages = (group: "open" | "done") =>
  readPages<typeof supportContract.listReceivedHelpMessages>(withQuery(HELP_MESSAGES, { group }));

export const updateHelpMessage = (messageId: string) =>
  write<typeof supportContract.updateHelpMessage>("PUT", HELP_MESSAGES, messageId);

const RULES = "/api/admin/late-fee-rules";

export const listLateFeeRules = () => read<typeof lateFeesContract.listLateFeeRules>(RULES);
export const createLateFeeRule = write<typeof lateFeesContract.createLateFeeRule>("POST", RULES);
export const updateLateFeeRule = (ruleId: string) =>
  write<typeof lateFeesContract.updateLateFeeRule>("PUT", RULES, ruleId);
export const deactivateLateFeeRule = (ruleId: string) =>
  write<typeof lateFeesContract.deactivateLateFeeRule>("POST", RULES, ruleId, "deactivate");
export const activateLateFeeRule = (ruleId: string) =>
  write<typeof lateFeesContract.activateLateFeeRule>("POST", RULES, ruleId, "activate");
export const previewLateFeeRule = write<typeof lateFeesContract.previewLateFeeRule>("POST", `${RULES}/preview`);

const FAILED_REFUNDS = "/api/admin/failed-refunds";

export const markRefundPaid = (refundId: string) =>
  write<typeof tasksContract.markRefundPaid>("POST", FAILED_REFUNDS, refundId, "paid");

export const listSetupWarnings = () => read<typeof operationsContract.listSetupWarnings>("/api/admin/setup-warnings");

const RATES = "/api/admin/tax-rates";

/** Filter by whether quotes may use a rate. */
export const USES = ["active", "inactive", "all"] as const;
export type Use = (typeof USES)[number];

const IS_ACTIVE: Record<Use, string | null> = { active: "true", inactive: "false", all: null };

export const listTaxRates = (state: string | null, use: Use) =>
  readPages<typeof taxesContract.listTaxRates>(withQuery(RATES, { state, isActive: IS_ACTIVE[use] }));

/** Matches every cached rate list and history: an action can affect two rates. */
export const isAboutTaxRates = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(RATES);

export const createTaxRate = write<typeof taxesContract.createTaxRate>("POST", RATES);
export const updateTaxRate = (rateId: string) => write<typeof taxesContract.updateTaxRate>("PATCH", RATES, rateId);
export const deactivateTaxRate = (rateId: string) =>
  write<typeof taxesContract.deactivateTaxRate>("POST", RATES, rateId, "deactivate");
export const activateTaxRate = (rateId: string) =>
  write<typeof taxesContract.activateTaxRate>("POST", RATES, rateId, "activate");

export const historyPath = (rateId: string) => `${RATES}/${rateId}/history` as const;

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const SEARCH_KINDS = ["all", "without_result"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const listSearchAnalytics = (days: Period, kind: SearchKind) =>
  readPages<typeof searchContract.listSearchAnalytics>(withQuery("/api/admin/searches", { days: String(days), kind }));

export const getClockJobs = () => read<typeof operationsContract.getClockJobs>("/api/admin/clock/jobs");
export const moveClock = write<typeof move>("POST", "/api/admin/clock");

const POLICIES = "/api/admin/policies";

export const listPolicyVersions = (kind: PolicyKind) =>
  read<typeof policiesContract.listPolicyVersions>(POLICIES, kind, "versions");

export const createPolicyVersion = (kind: PolicyKind) =>
  write<typeof policiesContract.createPolicyVersion>("POST", POLICIES, kind, "versions");

export const publishPolicyVersion = (kind: PolicyKind, version: number) =>
  write<typeof policiesContract.publishPolicyVersion>("POST", POLICIES, kind, "versions", String(version), "activate");

/** Refetches the versions and the public active text. */
export async function refreshPolicy(client: QueryClient, kind: PolicyKind): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: listPolicyVersions(kind).queryKey }),
    client.invalidateQueries({ queryKey: [`/api/${kind}/active`] }),
  ]);
}

const CATEGORIES = "/api/admin/categories";

export const listAdminCategories = () => read<typeof categoriesContract.listAdminCategories>(CATEGORIES);

export const createCategory = write<typeof categoriesContract.createCategory>("POST", CATEGORIES);
export const updateCategory = (categoryId: string) =>
  write<typeof categoriesContract.updateCategory>("PATCH", CATEGORIES, categoryId);
export const deleteCategory = (categoryId: string) =>
  write<typeof categoriesContract.deleteCategory>("DELETE", CATEGORIES, categoryId);

export type DeliveryFilter = {
  status: notificationsContract.NotificationDeliveryView["status"] | null;
  channel: notificationsContract.NotificationDeliveryView["channel"] | null;
};

export const listNotificationDeliveries = (filter: DeliveryFilter) =>
  readPages<typeof notificationsContract.listNotificationDeliveries>(
    withQuery("/api/admin/notification-deliveries", filter),
  );

export const listAdminNotificationSettings = () =>
  read<typeof notificationsContract.listAdminNotificationSettings>("/api/admin/notification-settings");

export const updateAdminNotificationSetting = write<typeof notificationsContract.updateAdminNotificationSetting>(
  "PUT",
  "/api/admin/notification-settings",
);
