import type { ErrorLogEntry } from "@nexby/contract/admin/operations";
import { DEEPEST, errorCategoryOf, redacted, severityScoreOf } from "@nexby/domain/error-logs/error-logs";
import { eq, lt, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { storableJson } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { users } from "../../schema/accounts.ts";
import { errorLogs } from "../../schema/platform.ts";

const RETENTION_DAYS = 30;

async function insertErrorLog(db: Db, entry: typeof errorLogs.$inferInsert): Promise<void> {
  await db.insert(errorLogs).values(storableJson(entry));
}

export async function deleteOldErrors(db: Db): Promise<void> {
  await db.delete(errorLogs).where(lt(errorLogs.createdAt, sql`now() - ${RETENTION_DAYS} * interval '1 day'`));
}

async function findEmail(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
}

const MAX_USER_AGENT = 1000;

const withoutQuery = (address: string) => address.replace(/[?#].*/s, "");

/** User, score and redaction are determined on the server, because anyone can send a report. */
export async function reportError(
  db: Db,
  entry: ErrorLogEntry,
  { viewer, userAgent }: { viewer: Viewer | null; userAgent: string },
): Promise<void> {
  const { errorType: type, severity, sessionDuration, apiResponseTime } = entry;
  // Any text may contain secrets; the entry's data objects are one level deeper.
  const safeEntry = redacted({ ...entry, userAgent }, DEEPEST + 1) as ErrorLogEntry & { userAgent: string };
  const message = safeEntry.errorMessage;
  await insertErrorLog(db, {
    id: newId(),
    errorType: type,
    errorMessage: message,
    severity,
    stackTrace: safeEntry.stackTrace ?? null,
    url: withoutQuery(safeEntry.url),
    userId: viewer?.id ?? null,
    userEmail: viewer && (await findEmail(db, viewer.id)),
    isAdmin: viewer?.isAdmin ?? null,
    isApproved: viewer?.isApproved ?? null,
    userAgent: safeEntry.userAgent.slice(0, MAX_USER_AGENT),
    browserInfo: safeEntry.browserInfo ?? null,
    userAction: safeEntry.userAction ?? null,
    userJourney: safeEntry.userJourney?.map(withoutQuery) ?? null,
    formData: safeEntry.formData ?? null,
    requestData: safeEntry.requestData ?? null,
    sessionDuration: sessionDuration ?? null,
    previousUrl: safeEntry.previousUrl ? withoutQuery(safeEntry.previousUrl) : null,
    apiResponseTime: apiResponseTime ?? null,
    memoryUsage: safeEntry.memoryUsage ?? null,
    errorCategory: errorCategoryOf(message, type),
    severityScore: severityScoreOf({ severity, type, message }),
    affectedFeatures: safeEntry.affectedFeatures ?? [],
  });
}
