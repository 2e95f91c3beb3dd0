import type { GeocodingPort } from "../adapters/geocoding/geocoding.port.ts";
import { sweepProviderRecords } from "../adapters/identity/embedded/provider-records.ts";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import type { PaymentsPort } from "../adapters/payments/payments.port.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import {
  deleteEndedSessions,
  MAIL_PASSWORD_RESET,
  mailPasswordReset,
  photosOfProfiles,
  sweepCodesAndLinks,
  sweepSignInFlows,
} from "../features/accounts/public.ts";
import { bookingJobs } from "../features/bookings/public.ts";
import { forgetOldErrors } from "../features/error-logs/public.ts";
import { isMenuShown } from "../features/food-trucks/public.ts";
import type { CalendarPorts } from "../features/inventory/calendar/calendar-ports.ts";
import {
  READ_EXTERNAL_CALENDAR,
  readDueCalendars,
  readOneCalendar,
} from "../features/inventory/calendar/jobs/read-external-calendars.ts";
import { sweepExpiredHolds } from "../features/inventory/public.ts";
import { photosInDrafts, sweepOldDrafts } from "../features/listings/public.ts";
import {
  findMissedEvents,
  forgetOldProviderEvents,
  PROCESS_PROVIDER_EVENT,
  processProviderEvent,
  RUN_PAYMENT_OPERATION,
  RUN_REFUND,
  RUN_TRANSFER,
  resumeMoney,
  runPaymentOperation,
  runRefund,
  runTransfer,
  type Subjects,
} from "../features/payments/public.ts";
import { checkPayoutAccounts } from "../features/payouts/public.ts";
import {
  ADD_AVIF_COPIES,
  addAvifCopies,
  REMOVE_PHOTO_FILES,
  REMOVE_UNUSED_MENU,
  removeOrphanedPhotos,
  removePhotoFiles,
  removeUnusedMenu,
} from "../features/photos/public.ts";
import {
  forgetOldRecommendations,
  REFRESH_RECOMMENDATIONS,
  refreshRecommendations,
} from "../features/recommendations/public.ts";
import { reconcileDaily } from "../features/reconciliation/public.ts";
import { ALERT_SAVED_SEARCH, alertSavedSearch, alertSavedSearches } from "../features/saved-searches/public.ts";
import { forgetUnusedTerms } from "../features/search/public.ts";
import { forgetOldSearches } from "../features/search-analytics/public.ts";
import type { Db } from "../platform/db/db.ts";
import { forgetOldOutcomes } from "../platform/idempotency/remember-outcome.ts";
import type { JobHandlers } from "../platform/jobs/job-handler.ts";
import { sweepFinishedJobs } from "../platform/jobs/job-queue.ts";
import { deliverMessage } from "../platform/outbox/deliver-message.ts";
import { DELIVER_MESSAGE } from "../platform/outbox/queue-message.ts";
import { sweepOldEvents } from "../platform/realtime/event-reader.ts";
import { sweepThrottles } from "../platform/throttle/throttle.ts";

type Deps = CalendarPorts & {
  db: Db;
  mail: MailPort;
  sms: SmsPort;
  storage: StoragePort;
  payments: PaymentsPort;
  subjects: Subjects;
  geocoding: GeocodingPort;
  /** Where links in messages lead that no request causes. */
  siteUrl: string;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Every kind of job there is, and who does it. */
export function jobHandlers(deps: Deps): JobHandlers {
  const { db } = deps;
  const every = (everyMs: number, run: (db: Db) => Promise<void>) => ({ everyMs, handler: { run: () => run(db) } });
  return {
    once: {
      [DELIVER_MESSAGE]: deliverMessage(deps),
      [MAIL_PASSWORD_RESET]: mailPasswordReset,
      [ALERT_SAVED_SEARCH]: alertSavedSearch(deps.siteUrl),
      [REFRESH_RECOMMENDATIONS]: refreshRecommendations(db, deps.geocoding),
      [READ_EXTERNAL_CALENDAR]: readOneCalendar(db, deps),
      [ADD_AVIF_COPIES]: addAvifCopies(deps),
      [REMOVE_PHOTO_FILES]: removePhotoFiles(deps),
      [RUN_PAYMENT_OPERATION]: runPaymentOperation(deps),
      [RUN_REFUND]: runRefund(deps),
      [RUN_TRANSFER]: runTransfer(deps),
      [PROCESS_PROVIDER_EVENT]: processProviderEvent(deps),
      ...bookingJobs(deps.payments),
      [REMOVE_UNUSED_MENU]: removeUnusedMenu({ ...deps, isMenuShown }),
    },
    recurring: {
      sweep_expired_holds: every(MINUTE, sweepExpiredHolds),
      read_external_calendars: { everyMs: 10 * MINUTE, handler: readDueCalendars(db, deps) },
      alert_saved_searches: { everyMs: 5 * MINUTE, handler: alertSavedSearches(db) },
      find_missed_events: { everyMs: HOUR, handler: findMissedEvents(deps) },
      resume_money: every(HOUR, () => resumeMoney(deps)),
      check_payout_accounts: { everyMs: HOUR, handler: checkPayoutAccounts(deps) },
      forget_old_provider_events: every(HOUR, forgetOldProviderEvents),
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
      forget_old_errors: every(HOUR, forgetOldErrors),
      forget_unused_terms: every(HOUR, forgetUnusedTerms),
      forget_old_searches: every(HOUR, forgetOldSearches),
      forget_old_recommendations: every(HOUR, forgetOldRecommendations),
      forget_old_outcomes: every(HOUR, forgetOldOutcomes),
    },
  };
}
