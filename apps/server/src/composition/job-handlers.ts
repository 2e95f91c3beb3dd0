import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import type { GeocodingPort } from "../adapters/geocoding/geocoding.port.ts";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import type { PaymentsPort } from "../adapters/payments/payments.port.ts";
import type { PushPort } from "../adapters/push/push.port.ts";
import { deleteExpiredProviderRecords } from "../adapters/sign-in/embedded/provider-records.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import { deleteOldCodesAndLinks, deleteUnfinishedSignIns } from "../features/accounts/accounts.jobs.ts";
import { photosOfProfiles } from "../features/accounts/accounts.queries.ts";
import { MAIL_PASSWORD_RESET, mailPasswordReset } from "../features/accounts/commands/reset-password.ts";
import { deleteEndedSessions } from "../features/accounts/sessions.ts";
import { bookingJobs } from "../features/bookings/lifecycle/advance-booking.ts";
import { onReviewReminder } from "../features/bookings/public.ts";
import { deleteEvidenceFiles, deleteExpiredEvidence } from "../features/condition/condition.jobs.ts";
import { DELETE_EVIDENCE_FILES } from "../features/condition/evidence-files.ts";
import { evidenceKeys } from "../features/condition/evidence-keys.ts";
import { ALERT_SAVED_SEARCH } from "../features/discovery/commands/send-search-alerts.ts";
import {
  planWeeklyDigests,
  SEND_WEEKLY_DIGESTS,
  sendWeeklyDigests,
} from "../features/discovery/commands/send-weekly-digests.ts";
import { deleteOldSearches } from "../features/discovery/counted-searches.ts";
import {
  alertSavedSearch,
  alertSavedSearches,
  deleteUnusedTerms,
  REFRESH_RECOMMENDATIONS,
  refreshRecommendations,
} from "../features/discovery/discovery.jobs.ts";
import { deleteOldRecommendations } from "../features/discovery/recommendations.ts";
import type { CalendarPorts } from "../features/inventory/appointments.ts";
import { releaseExpiredHolds } from "../features/inventory/commands/release-units.ts";
import {
  READ_EXTERNAL_CALENDAR,
  readExternalCalendar,
  readExternalCalendars,
} from "../features/inventory/commands/subscribe-calendar.ts";
import { deleteOldDrafts, photosInDrafts } from "../features/listings/listing-drafts.ts";
import { isMenuShown } from "../features/listings/listings.queries.ts";
import { DELETE_MESSAGE_FILES, deleteMessageFiles } from "../features/messaging/commands/send-photo.ts";
import { maskOlderMessages } from "../features/messaging/masked-messages.ts";
import { notifyOfUnreadMessages } from "../features/messaging/messaging.jobs.ts";
import { outdatePassedNotifications } from "../features/notifications/commands/outdate.ts";
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
import { ADD_AVIF_COPIES, DELETE_PHOTO_FILES, DELETE_UNUSED_MENU } from "../features/photos/photo-files.ts";
import {
  addAvifCopies,
  deleteOrphanedPhotos,
  deletePhotoFiles,
  deleteUnusedMenu,
} from "../features/photos/photos.jobs.ts";
import { reconcileDaily } from "../features/reconciliation/reconcile.ts";
import { PUBLISH_REVIEWS, publishReviews, remindOfReview } from "../features/reviews/reviews.jobs.ts";
import type { Db } from "../platform/db/db.ts";
import { deleteOldResults } from "../platform/idempotency.ts";
import type { JobHandlers } from "../platform/jobs/job.ts";
import { deleteFinishedJobs } from "../platform/jobs/job-queue.ts";
import { DELIVER_MESSAGE, deliverMessage } from "../platform/outbox.ts";
import { deleteOldEvents } from "../platform/realtime/events.ts";
import { deleteExpiredThrottles } from "../platform/throttle.ts";

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
      [READ_EXTERNAL_CALENDAR]: readExternalCalendar(db, deps),
      [ADD_AVIF_COPIES]: addAvifCopies(deps),
      [DELETE_PHOTO_FILES]: deletePhotoFiles(deps),
      [DELETE_EVIDENCE_FILES]: deleteEvidenceFiles(deps),
      [DELETE_MESSAGE_FILES]: deleteMessageFiles(deps),
      [RUN_PAYMENT_OPERATION]: runPaymentOperation(deps),
      [RUN_REFUND]: runRefund(deps),
      [RUN_TRANSFER]: runTransfer(deps),
      [PROCESS_PROVIDER_EVENT]: processProviderEvent(deps),
      ...bookingJobs(deps.payments, deps.siteUrl),
      [PUBLISH_REVIEWS]: publishReviews,
      ...onReviewReminder(remindOfReview(deps.siteUrl)),
      [DELETE_UNUSED_MENU]: deleteUnusedMenu({ ...deps, isMenuShown }),
    },
    recurring: {
      release_expired_holds: every(MINUTE, releaseExpiredHolds),
      read_external_calendars: { everyMs: 10 * MINUTE, handler: readExternalCalendars(db, deps) },
      outdate_passed_notifications: every(MINUTE, outdatePassedNotifications),
      resume_overdue_deliveries: every(MINUTE, resumeOverdueDeliveries),
      plan_weekly_digests: every(HOUR, planWeeklyDigests),
      alert_saved_searches: { everyMs: 5 * MINUTE, handler: alertSavedSearches(db) },
      find_missed_events: { everyMs: HOUR, handler: findMissedEvents(deps) },
      resume_money: every(HOUR, () => resumeMoney(deps)),
      check_provider_account: every(HOUR, () => checkProviderAccount(db, deps.payments)),
      check_payout_accounts: { everyMs: HOUR, handler: checkPayoutAccounts(deps) },
      remind_of_waiting_payouts: every(HOUR, () => remindOfWaitingPayouts(db, deps.siteUrl)),
      notify_of_unread_messages: every(MINUTE, () => notifyOfUnreadMessages(db, deps.siteUrl)),
      mask_older_messages: every(MINUTE, maskOlderMessages),
      reconcile_daily: every(10 * MINUTE, () => reconcileDaily(deps)),
      delete_ended_sessions: every(HOUR, deleteEndedSessions),
      delete_old_codes_and_links: every(HOUR, deleteOldCodesAndLinks),
      delete_unfinished_sign_ins: every(HOUR, deleteUnfinishedSignIns),
      delete_expired_provider_records: every(HOUR, deleteExpiredProviderRecords),
      delete_expired_throttles: every(HOUR, deleteExpiredThrottles),
      delete_old_events: every(HOUR, deleteOldEvents),
      delete_orphaned_photos: every(HOUR, (tx) => deleteOrphanedPhotos(tx, [photosInDrafts, photosOfProfiles])),
      delete_unused_terms: every(HOUR, deleteUnusedTerms),
      delete_old_results: every(HOUR, deleteOldResults),
      // Kept for weeks, so it makes no difference at which hour they go.
      delete_old_provider_events: every(DAY, deleteOldProviderEvents),
      delete_finished_jobs: every(DAY, deleteFinishedJobs),
      delete_old_drafts: every(DAY, deleteOldDrafts),
      delete_expired_evidence: every(DAY, () => deleteExpiredEvidence({ ...deps, keys })),
      delete_old_errors: every(DAY, deleteOldErrors),
      delete_old_searches: every(DAY, deleteOldSearches),
      delete_old_recommendations: every(DAY, deleteOldRecommendations),
    },
  };
}
