import { HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import type { GeocodingPort } from "../adapters/geocoding/geocoding.port.ts";
import { sweepProviderRecords } from "../adapters/identity/embedded/provider-records.ts";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import type { PaymentsPort } from "../adapters/payments/payments.port.ts";
import type { PushPort } from "../adapters/push/push.port.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import { sweepCodesAndLinks, sweepSignInFlows } from "../features/accounts/accounts.jobs.ts";
import { photosOfProfiles } from "../features/accounts/accounts.queries.ts";
import { MAIL_PASSWORD_RESET, mailPasswordReset } from "../features/accounts/commands/reset-password.ts";
import { deleteEndedSessions } from "../features/accounts/sessions.ts";
import { bookingJobs } from "../features/bookings/lifecycle/advance-booking.ts";
import { onReviewReminder } from "../features/bookings/public.ts";
import { removeEvidenceFiles, removeExpiredEvidence } from "../features/condition/condition.jobs.ts";
import { REMOVE_EVIDENCE_FILES } from "../features/condition/evidence-files.ts";
import { evidenceKeys } from "../features/condition/evidence-keys.ts";
import { ALERT_SAVED_SEARCH } from "../features/discovery/commands/send-search-alerts.ts";
import {
  planWeeklyDigests,
  SEND_WEEKLY_DIGESTS,
  sendWeeklyDigests,
} from "../features/discovery/commands/send-weekly-digests.ts";
import {
  alertSavedSearch,
  alertSavedSearches,
  REFRESH_RECOMMENDATIONS,
  refreshRecommendations,
  removeUnusedTerms,
} from "../features/discovery/discovery.jobs.ts";
import { deleteOldRecommendations } from "../features/discovery/recommendations.ts";
import { deleteOldSearches } from "../features/discovery/search-analytics.ts";
import type { CalendarPorts } from "../features/inventory/appointments.ts";
import { sweepExpiredHolds } from "../features/inventory/commands/release-units.ts";
import {
  READ_EXTERNAL_CALENDAR,
  readDueCalendars,
  readOneCalendar,
} from "../features/inventory/commands/subscribe-calendar.ts";
import { photosInDrafts, sweepOldDrafts } from "../features/listings/listing-drafts.ts";
import { isMenuShown } from "../features/listings/listings.queries.ts";
import { REMOVE_MESSAGE_FILES, removeMessageFiles } from "../features/messaging/commands/send-photo.ts";
import { maskOlderMessages } from "../features/messaging/masked-messages.ts";
import { notifyOfUnread } from "../features/messaging/messaging.jobs.ts";
import { outdatePassedEntries } from "../features/notifications/commands/outdate.ts";
import { SEND_NOTIFICATIONS } from "../features/notifications/commands/plan-deliveries.ts";
import { resumeOverdueDeliveries, sendNotifications } from "../features/notifications/commands/send-notifications.ts";
import { pushToDevices } from "../features/notifications/push-devices.ts";
import { unsubscribeLink } from "../features/notifications/unsubscribe.ts";
import { deleteOldErrors } from "../features/operations/error-logs.ts";
import { runPaymentOperation } from "../features/payments/commands/run-payment-operation.ts";
import { runRefund } from "../features/payments/commands/run-refund.ts";
import { runTransfer } from "../features/payments/commands/run-transfer.ts";
import {
  PROCESS_PROVIDER_EVENT,
  RUN_PAYMENT_OPERATION,
  RUN_REFUND,
  RUN_TRANSFER,
} from "../features/payments/payment-job.ts";
import { resumeMoney } from "../features/payments/payments.jobs.ts";
import { checkPayoutAccounts } from "../features/payments/payout-accounts.sync.ts";
import { checkProviderAccount } from "../features/payments/provider-access.ts";
import {
  deleteOldProviderEvents,
  findMissedEvents,
  processProviderEvent,
  type Subjects,
} from "../features/payments/provider-events.ts";
import { remindOfWaitingPayouts } from "../features/payments/waiting-payouts.ts";
import { ADD_AVIF_COPIES, REMOVE_PHOTO_FILES, REMOVE_UNUSED_MENU } from "../features/photos/photo-files.ts";
import {
  addAvifCopies,
  removeOrphanedPhotos,
  removePhotoFiles,
  removeUnusedMenu,
} from "../features/photos/photos.jobs.ts";
import { reconcileDaily } from "../features/reconciliation/reconcile.ts";
import { PUBLISH_REVIEWS, publishWhenDue, remindOfReview } from "../features/reviews/reviews.jobs.ts";
import type { Db } from "../platform/db/db.ts";
import { deleteOldResults } from "../platform/idempotency.ts";
import type { JobHandlers } from "../platform/jobs/job.ts";
import { sweepFinishedJobs } from "../platform/jobs/job-queue.ts";
import { DELIVER_MESSAGE, deliverMessage } from "../platform/outbox.ts";
import { sweepOldEvents } from "../platform/realtime/events.ts";
import { sweepThrottles } from "../platform/throttle.ts";

type Deps = CalendarPorts & {
  db: Db;
  mail: MailPort;
  sms: SmsPort;
  push: PushPort;
  storage: StoragePort;
  payments: PaymentsPort;
  subjects: Subjects;
  geocoding: GeocodingPort;
  /** Base URL of links in messages that no request triggers. */
  siteUrl: string;
  /** Signs unsubscribe links and seals evidence. */
  secret: string;
};

/** All job types with their handlers. */
export function jobHandlers(deps: Deps): JobHandlers {
  const { db } = deps;
  const keys = evidenceKeys(deps.secret, []);
  const every = (everyMs: number, run: (db: Db) => Promise<void>) => ({ everyMs, handler: { run: () => run(db) } });
  return {
    once: {
      [DELIVER_MESSAGE]: deliverMessage({
        ...deps,
        push: pushToDevices(db, deps.push),
        unsubscribeLink: unsubscribeLink(deps.secret, deps.siteUrl),
      }),
      [SEND_NOTIFICATIONS]: sendNotifications(deps.siteUrl),
      [MAIL_PASSWORD_RESET]: mailPasswordReset,
      [SEND_WEEKLY_DIGESTS]: sendWeeklyDigests(deps.siteUrl),
      [ALERT_SAVED_SEARCH]: alertSavedSearch(deps.siteUrl),
      [REFRESH_RECOMMENDATIONS]: refreshRecommendations(db, deps.geocoding),
      [READ_EXTERNAL_CALENDAR]: readOneCalendar(db, deps),
      [ADD_AVIF_COPIES]: addAvifCopies(deps),
      [REMOVE_PHOTO_FILES]: removePhotoFiles(deps),
      [REMOVE_EVIDENCE_FILES]: removeEvidenceFiles(deps),
      [REMOVE_MESSAGE_FILES]: removeMessageFiles(deps),
      [RUN_PAYMENT_OPERATION]: runPaymentOperation(deps),
      [RUN_REFUND]: runRefund(deps),
      [RUN_TRANSFER]: runTransfer(deps),
      [PROCESS_PROVIDER_EVENT]: processProviderEvent(deps),
      ...bookingJobs(deps.payments, deps.siteUrl),
      [PUBLISH_REVIEWS]: publishWhenDue,
      ...onReviewReminder(remindOfReview(deps.siteUrl)),
      [REMOVE_UNUSED_MENU]: removeUnusedMenu({ ...deps, isMenuShown }),
    },
    recurring: {
      sweep_expired_holds: every(MINUTE, sweepExpiredHolds),
      read_external_calendars: { everyMs: 10 * MINUTE, handler: readDueCalendars(db, deps) },
      outdate_passed_notifications: every(MINUTE, outdatePassedEntries),
      resume_overdue_deliveries: every(MINUTE, resumeOverdueDeliveries),
      plan_weekly_digests: every(HOUR, planWeeklyDigests),
      alert_saved_searches: { everyMs: 5 * MINUTE, handler: alertSavedSearches(db) },
      find_missed_events: { everyMs: HOUR, handler: findMissedEvents(deps) },
      resume_money: every(HOUR, () => resumeMoney(deps)),
      check_provider_account: every(HOUR, () => checkProviderAccount(db, deps.payments)),
      check_payout_accounts: { everyMs: HOUR, handler: checkPayoutAccounts(deps) },
      remind_of_waiting_payouts: every(HOUR, () => remindOfWaitingPayouts(db, deps.siteUrl)),
      notify_of_unread_messages: every(MINUTE, () => notifyOfUnread(db, deps.siteUrl)),
      mask_older_messages: every(MINUTE, maskOlderMessages),
      forget_old_provider_events: every(HOUR, deleteOldProviderEvents),
      reconcile_daily: every(10 * MINUTE, () => reconcileDaily(deps)),
      delete_ended_sessions: every(HOUR, deleteEndedSessions),
      sweep_codes_and_links: every(HOUR, sweepCodesAndLinks),
      sweep_sign_in_flows: every(HOUR, sweepSignInFlows),
      sweep_identity_provider: every(HOUR, sweepProviderRecords),
      sweep_throttles: every(HOUR, sweepThrottles),
      sweep_old_events: every(HOUR, sweepOldEvents),
      sweep_finished_jobs: every(HOUR, sweepFinishedJobs),
      sweep_old_drafts: every(HOUR, sweepOldDrafts),
      remove_orphaned_photos: every(HOUR, (tx) => removeOrphanedPhotos(tx, [photosInDrafts, photosOfProfiles])),
      remove_expired_evidence: every(HOUR, () => removeExpiredEvidence({ ...deps, keys })),
      forget_old_errors: every(HOUR, deleteOldErrors),
      forget_unused_terms: every(HOUR, removeUnusedTerms),
      forget_old_searches: every(HOUR, deleteOldSearches),
      forget_old_recommendations: every(HOUR, deleteOldRecommendations),
      forget_old_outcomes: every(HOUR, deleteOldResults),
    },
  };
}
