import * as operationsContract from "@nexby/contract/admin/operations";
import * as settingsContract from "@nexby/contract/admin/settings";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { MailboxPort } from "../../adapters/mailbox/mailbox.port.ts";
import type { CardEntry } from "../../adapters/payments/payments.port.ts";
import { AppError } from "../../platform/errors.ts";
import { KEPT_LIMIT, limitPerAddress } from "../../platform/http/kept-texts.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentAuditEntry } from "./audit-log.queries.ts";
import { getClock, getClockJobs, presentClock, presentClockJobs } from "./clock.queries.ts";
import { moveClock } from "./commands/move-clock.ts";
import { reportError } from "./error-logs.ts";
import { mailboxPage, messagePage } from "./mailbox-pages.ts";
import { checkReadiness } from "./readiness.ts";
import { getPlatformSettings, listSettingsHistory, updateSettings } from "./settings.ts";

type OperationsDeps = HttpDeps & {
  worker: { isAlive(): boolean };
  hasSpace(): Promise<boolean>;
  setupWarnings: readonly string[];
};

export function operationsRoutes(app: FastifyInstance, deps: OperationsDeps) {
  mount(app, deps, operationsContract.checkHealth, async () => ({ status: "ok" as const }));
  mount(app, deps, operationsContract.checkReadiness, () => checkReadiness(deps));
  mount(app, deps, operationsContract.listSetupWarnings, async () => [...deps.setupWarnings]);
}

export function errorLogsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, operationsContract.reportError, async ({ db, viewer, body, userAgent }) => {
    await reportError(db, body, { viewer, userAgent });
    return {};
  });
}

type ClockDeps = HttpDeps & { isDemo: boolean; cardEntry: CardEntry };

export function clockRoutes(app: FastifyInstance, deps: ClockDeps) {
  // Stripe uses real time, so its holds and payouts would not match a moved clock.
  const canMove = deps.isDemo && deps.cardEntry.kind === "sandbox";

  mount(app, deps, operationsContract.getClock, async ({ db }) => presentClock(await getClock({ db, canMove })));

  mount(app, deps, operationsContract.moveClock, async ({ db, viewer, body }) =>
    presentClock(await moveClock({ db, canMove }, viewer, body)),
  );

  mount(app, deps, operationsContract.getClockJobs, async ({ db }) =>
    presentClockJobs(await getClockJobs({ db, canMove })),
  );
}

export function settingsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, settingsContract.getPlatformSettings, ({ db }) => getPlatformSettings(db));

  mount(app, deps, settingsContract.updatePlatformSettings, ({ db, viewer, body }) => updateSettings(db, viewer, body));

  mount(app, deps, settingsContract.listSettingsHistory, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listSettingsHistory(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentAuditEntry);
  });

  mount(app, deps, settingsContract.getListingDefaults, ({ db }) => getPlatformSettings(db));
}

const MAX_MESSAGES = 100;

/** Mail programs run no scripts either. Links may open, also in a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);

/** A demo's mail and SMS, readable by everyone, so that a verification can be completed without a real account. */
export function mailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: MailboxPort }) {
  const assertMayRead = limitPerAddress(KEPT_LIMIT);

  app.get("/dev/mail", async (request, reply) => {
    assertMayRead(request);
    return sendPage(reply, mailboxPage(await mailbox.list(MAX_MESSAGES)));
  });

  const findMessage = async (request: FastifyRequest) => {
    assertMayRead(request);
    const id = z.object({ messageId: z.uuid() }).safeParse(request.params).data?.messageId;
    const message = id ? await mailbox.find(id) : null;
    if (!message) throw new AppError("not_found", "Message not found");
    return message;
  };

  app.get("/dev/mail/:messageId", async (request, reply) => sendPage(reply, messagePage(await findMessage(request))));

  app.get("/dev/mail/:messageId/html", async (request, reply) => {
    const { html } = await findMessage(request);
    if (!html) throw new AppError("not_found", "This message has no formatting");
    return sendPage(reply.header("content-security-policy", MAIL_POLICY), html);
  });
}
