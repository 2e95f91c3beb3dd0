import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type { FastifyBaseLogger } from "fastify";
import type { Logger } from "pino";
import { threadedCalendarReader } from "../adapters/calendars/threaded-calendar-reader.ts";
import type { PostPort } from "../adapters/fetch/fetch.port.ts";
import { guardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import type { GeocodingPort } from "../adapters/geocoding/geocoding.port.ts";
import { nominatim, withFallback } from "../adapters/geocoding/nominatim.ts";
import { placeIndex } from "../adapters/geocoding/place-index.ts";
import { loadZipPlaces } from "../adapters/geocoding/zip-data.ts";
import type { MailPort } from "../adapters/mail/mail.port.ts";
import { smtpMail } from "../adapters/mail/smtp-mail.ts";
import { embeddedMail, embeddedMailbox, embeddedSms, keepingCopies } from "../adapters/mailbox/embedded-mailbox.ts";
import type { MailboxPort } from "../adapters/mailbox/mailbox.port.ts";
import type { PaymentProblem } from "../adapters/payments/payments.port.ts";
import type { PushPort } from "../adapters/push/push.port.ts";
import { webPushMessages } from "../adapters/push/web-push.ts";
import type { SmsPort } from "../adapters/sms/sms.port.ts";
import { twilioSms } from "../adapters/sms/twilio-sms.ts";
import { copyDemoPhotos } from "../demo/catalogue.ts";
import { seedDemo } from "../demo/seed.ts";
import { evidenceKeys, recordSealedSince } from "../features/condition/evidence-keys.ts";
import { assignMissingPublicPositions } from "../features/listings/public-positions.ts";
import { alarmAdmins, claimProviderAccount, withOperatorAlarm } from "../features/payments/provider-access.ts";
import { knowClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { type Db, openDatabase } from "../platform/db/db.ts";
import { startListener } from "../platform/db/listener.ts";
import { setUpDatabase } from "../platform/db/migrate.ts";
import { configuredSiteUrl } from "../platform/http/plain-page.ts";
import { openUploadSpool } from "../platform/http/upload-spool.ts";
import { QUEUE_POOL_SIZE, startJobRunner } from "../platform/jobs/job-runner.ts";
import { createEventHub } from "../platform/realtime/event-hub.ts";
import { jobHandlers } from "./job-handlers.ts";
import { choosePayments, chooseSignInProvider, PROVIDER_SUBJECTS } from "./providers.ts";
import { chooseStorage, openStores } from "./stores.ts";

/** Opens all dependencies of the server and the worker; `close` closes them in reverse order. */
export async function openParts(config: Config, logger: Logger) {
  for (const warning of config.setupWarnings) logger.warn(warning);
  const stores = await openStores(config, (message) => logger.info(message));
  try {
    const storage = await chooseStorage(config, join(stores.directory, "media"));
    await setUpDatabase(stores, async (client) => {
      await loadZipPlaces(drizzle({ client, casing: "snake_case" }));
      if (config.isDemo && (await seedDemo(drizzle({ client, casing: "snake_case" }), config.secret))) {
        logger.info("Demo data created");
      }
      if (config.isDemo) await copyDemoPhotos(storage);
      await assignMissingPublicPositions(drizzle({ client, casing: "snake_case" }), config.secret);
      const keys = evidenceKeys(config.secret, config.formerSecrets);
      await recordSealedSince(drizzle({ client, casing: "snake_case" }), keys);
    });

    const open = (poolSize: number) =>
      openDatabase({
        url: stores.databaseUrl,
        poolSize,
        onIdleError: (error) => logger.warn({ err: error }, "A database connection broke"),
      });
    const database = open(config.databasePoolSize);
    const queueDatabase = open(QUEUE_POOL_SIZE);
    const { db } = database;
    const clock = await knowClock({
      db,
      onError: (error) => logger.warn({ err: error }, "The product's clock could not be read"),
    });
    const hub = createEventHub(db);
    const fetching = guardedFetch();
    const messengers = chooseMessengers(config, db, fetching);
    const { close: closePayments, ...chosen } = await choosePayments(config, {
      sandboxDatabaseUrl: stores.ownerUrl,
      db,
      onFault: (error) => logger.error({ err: error }, "The card sandbox failed"),
    });
    const money = { ...chosen, payments: withOperatorAlarm(chosen.payments, operatorAlarm(db, logger)) };
    if (!(await claimProviderAccount(db, money.payments))) {
      logger.warn("Stripe did not answer, so it is not certain that its keys belong to this database");
    }
    const calendarPorts = { fetching, calendarReader: threadedCalendarReader() };
    const geocoding = chooseGeocoding(config, db, logger);
    const worker = startJobRunner({
      db,
      queueDb: queueDatabase.db,
      handlers: jobHandlers({
        db,
        storage,
        payments: money.payments,
        subjects: PROVIDER_SUBJECTS,
        geocoding,
        siteUrl: configuredSiteUrl(config),
        secret: config.secret,
        ...calendarPorts,
        ...messengers,
      }),
      concurrency: config.jobConcurrency,
      leaseMs: config.jobLeaseMs,
      log: logger,
    });
    const listener = startListener({
      url: stores.databaseUrl,
      channels: ["nexby_jobs", "nexby_events", "nexby_clock"],
      onMessage: (channel, payload) => {
        if (channel === "nexby_clock") clock.hasMoved();
        else if (channel === "nexby_jobs") worker.wake();
        else hub.wake(payload);
      },
      onConnected: () => {
        clock.hasMoved();
        worker.wake();
        hub.wakeAll();
      },
    });
    return {
      db,
      clock,
      hub,
      worker,
      mailbox: messengers.mailbox,
      push: messengers.push,
      ...money,
      subjects: PROVIDER_SUBJECTS,
      ...calendarPorts,
      geocoding,
      ...chooseSignInProvider(config, db, (error) =>
        logger.error({ err: error }, "The demo's sign-in provider failed"),
      ),
      storage,
      spool: await openUploadSpool({ directory: join(stores.directory, "spool") }),
      hasSpace: stores.hasSpace,
      /** Settles only when the embedded database server cannot be kept running. */
      lost: stores.lost,
      close: async () => {
        await listener.stop();
        await clock.stop();
        await worker.stop();
        messengers.close();
        await closePayments();
        await Promise.all([database.close(), queueDatabase.close()]);
        await stores.close();
      },
    };
  } catch (error) {
    const hasSpace = await stores.hasSpace().catch(() => true);
    await stores.close();
    // On a full disk the embedded database stops, and every query fails for another reason.
    throw hasSpace ? error : new Error("No space left on device", { cause: error });
  }
}

/** An alarm that fails must not hide the problem it is about. */
const operatorAlarm = (db: Db, logger: Logger) => async (problem: PaymentProblem) => {
  logger.error({ err: problem }, "Stripe is rejecting our requests: check the API key and its permissions");
  await alarmAdmins(db, problem).catch((error) => logger.error({ err: error }, "Admins could not be told"));
};

/** The geocoder of GEOCODER_URL with our ZIP database as fallback, or the ZIP database alone. */
function chooseGeocoding(
  { geocoderUrl }: Pick<Config, "geocoderUrl">,
  db: Db,
  log: Pick<FastifyBaseLogger, "warn">,
): GeocodingPort {
  const zipGeocoder = placeIndex(db);
  if (!geocoderUrl) return zipGeocoder;
  return withFallback(nominatim({ url: geocoderUrl }), zipGeocoder, (error) =>
    log.warn({ err: error }, "The geocoder failed; our own ZIPs answered instead"),
  );
}

type Messengers = { mail: MailPort; sms: SmsPort; push: PushPort; mailbox: MailboxPort; close(): void };

type MessengerSettings = Pick<Config, "smtp" | "twilio" | "mailFrom" | "secret" | "isDemo">;

/**
 * Configured providers, or the database with messages readable at /dev/mail. Push messages need no provider of ours:
 * each browser names its own. A demo also keeps a copy.
 */
function chooseMessengers(settings: MessengerSettings, db: Db, posting: PostPort): Messengers {
  const { smtp, twilio, secret, isDemo } = settings;
  const mailServer = smtp && smtpMail(smtp);
  const contact = `mailto:${settings.mailFrom.replace(/^.*<|>$/g, "")}`;
  const push = webPushMessages({ secret, contact, posting });
  return {
    push: isDemo ? keepingCopies(db, push) : push,
    mail: mailServer ?? embeddedMail(db),
    sms: twilio ? twilioSms(twilio) : embeddedSms(db),
    mailbox: embeddedMailbox(db),
    close: () => mailServer?.close(),
  };
}
