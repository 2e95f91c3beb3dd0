import type { ErrorLogEntry } from "@nexby/contract/admin/operations";
import { DEEPEST, redacted } from "@nexby/domain/error-logs/redaction";
import { errorCategoryOf, severityScoreOf } from "@nexby/domain/error-logs/severity";
import { lt, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { storableJson } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { errorLogs } from "../../schema/platform.ts";
import { findUser } from "../accounts/public.ts";

const DAYS_KEPT = 30;

async function insertErrorLog(db: Db, entry: typeof errorLogs.$inferInsert): Promise<void> {
  await db.insert(errorLogs).values(storableJson(entry));
}

export async function deleteOldErrors(db: Db): Promise<void> {
  await db.delete(errorLogs).where(lt(errorLogs.createdAt, sql`now() - ${DAYS_KEPT} * interval '1 day'`));
}

const MAX_USER_AGENT = 1000;

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, "");

/**
 * Keeps what a browser reports. Who it is, how bad it is and what must not be kept are decided here again: the report
 * may come from anybody.
 */
export async function reportError(
  db: Db,
  entry: ErrorLogEntry,
  { viewer, userAgent }: { viewer: Viewer | null; userAgent: string },
): Promise<void> {
  const { errorType: type, severity, sessionDuration, apiResponseTime } = entry;
  // Any of its texts may hold what must not be kept; its data lie one level down.
  const told = redacted({ ...entry, userAgent }, DEEPEST + 1) as ErrorLogEntry & { userAgent: string };
  const message = told.errorMessage;
  await insertErrorLog(db, {
    id: newId(),
    errorType: type,
    errorMessage: message,
    severity,
    stackTrace: told.stackTrace ?? null,
    url: withoutQuery(told.url),
    userId: viewer?.id ?? null,
    userEmail: viewer ? ((await findUser(db, viewer.id))?.email ?? null) : null,
    isAdmin: viewer?.isAdmin ?? null,
    isApproved: viewer?.isApproved ?? null,
    userAgent: told.userAgent.slice(0, MAX_USER_AGENT),
    browserInfo: told.browserInfo ?? null,
    userAction: told.userAction ?? null,
    userJourney: told.userJourney?.map(withoutQuery) ?? null,
    formData: told.formData ?? null,
    requestData: told.requestData ?? null,
    sessionDuration: sessionDuration ?? null,
    previousUrl: told.previousUrl ? withoutQuery(told.previousUrl) : null,
    apiResponseTime: apiResponseTime ?? null,
    memoryUsage: told.memoryUsage ?? null,
    errorCategory: errorCategoryOf(message, type),
    severityScore: severityScoreOf({ severity, type, message }),
    affectedFeatures: told.affectedFeatures ?? [],
  });
}
