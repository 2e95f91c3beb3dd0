import {
  decideLateFee,
  giveUpDeposit,
  rejectHandoff,
  resolveDamageClaim,
  retryDeposit,
  upholdHandoff,
} from "../bookings/booking-commands.ts";
import { openOriginalPhoto } from "../bookings/condition.ts";
import { createPolicyVersion, listPolicyVersions, publishPolicyVersion } from "../content/policies.ts";
import { listReceivedHelpMessages, updateHelpMessage } from "../content/support.ts";
import { listSearchAnalytics } from "../discovery/search.ts";
import type { EndpointGroup } from "../endpoint.ts";
import { createCategory, deleteCategory, listAdminCategories, updateCategory } from "../listings/categories.ts";
import {
  activateLateFeeRule,
  createLateFeeRule,
  deactivateLateFeeRule,
  listLateFeeRules,
  previewLateFeeRule,
  updateLateFeeRule,
} from "../money/late-fees.ts";
import { getLedger, listDiscrepancies } from "../money/ledger.ts";
import {
  activateTaxRate,
  createTaxRate,
  deactivateTaxRate,
  listTaxRateHistory,
  listTaxRates,
  updateTaxRate,
} from "../money/taxes.ts";
import { decideOnReview, listReportedReviews } from "../reviews/reviews.ts";
import { approveAccount, listAccounts, reinstateAccount, suspendAccount } from "./accounts.ts";
import { listStatusChanges, readBookingRecord } from "./booking-record.ts";
import { decideFraudReview, listFraudAnalyses } from "./fraud.ts";
import {
  listAdminNotificationSettings,
  listNotificationDeliveries,
  updateAdminNotificationSetting,
} from "./notifications.ts";
import {
  checkHealth,
  checkReadiness,
  getClock,
  getClockJobs,
  listSetupWarnings,
  moveClock,
  reportError,
} from "./operations.ts";
import { getPlatformSettings, listSettingsHistory, updatePlatformSettings } from "./settings.ts";
import {
  countAdminTasks,
  decideOnConversation,
  listAdminTasks,
  listStoppedConversations,
  listWaitingPayouts,
  markRefundPaid,
  readReportedConversation,
} from "./tasks.ts";

export const ADMIN_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  {
    tag: "Admin",
    description: "Accounts, money, settings and content, for admins.",
    endpoints: {
      listAdminTasks,
      countAdminTasks,
      listAccounts,
      approveAccount,
      suspendAccount,
      reinstateAccount,
      listFraudAnalyses,
      decideFraudReview,
      resolveDamageClaim,
      listReportedReviews,
      decideOnReview,
      listStoppedConversations,
      readReportedConversation,
      decideOnConversation,
      openOriginalPhoto,
      markRefundPaid,
      listWaitingPayouts,
      upholdHandoff,
      rejectHandoff,
      retryDeposit,
      giveUpDeposit,
      decideLateFee,
      readBookingRecord,
      listStatusChanges,
      getLedger,
      listDiscrepancies,
      getPlatformSettings,
      updatePlatformSettings,
      listSettingsHistory,
      listTaxRates,
      createTaxRate,
      updateTaxRate,
      deactivateTaxRate,
      activateTaxRate,
      listTaxRateHistory,
      listLateFeeRules,
      createLateFeeRule,
      updateLateFeeRule,
      deactivateLateFeeRule,
      activateLateFeeRule,
      previewLateFeeRule,
      listAdminCategories,
      createCategory,
      updateCategory,
      deleteCategory,
      listReceivedHelpMessages,
      updateHelpMessage,
      listPolicyVersions,
      createPolicyVersion,
      publishPolicyVersion,
      listSearchAnalytics,
      listAdminNotificationSettings,
      updateAdminNotificationSetting,
      listNotificationDeliveries,
    },
  },
  {
    tag: "Operations",
    description: "Health, error reports and the demo's clock.",
    endpoints: { checkHealth, checkReadiness, reportError, listSetupWarnings, getClock, moveClock, getClockJobs },
  },
];
