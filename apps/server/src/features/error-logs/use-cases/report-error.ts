import type { ErrorLogEntry } from "@nexby/contract/error-logs";
import { errorCategoryOf } from "@nexby/domain/error-logs/error-category";
import { redacted } from "@nexby/domain/error-logs/redaction";
import { severityScoreOf } from "@nexby/domain/error-logs/severity-score";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { findUser } from "../../accounts/public.ts";
import { insertErrorLog } from "../error-logs.repository.ts";

const LONGEST_USER_AGENT = 1000;

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
  const { errorType: type, errorMessage: message, severity } = entry;
  await insertErrorLog(db, {
    id: newId(),
    errorType: type,
    errorMessage: message,
    severity,
    stackTrace: entry.stackTrace ?? null,
    url: withoutQuery(entry.url),
    userId: viewer?.id ?? null,
    userEmail: viewer ? ((await findUser(db, viewer.id))?.email ?? null) : null,
    isAdmin: viewer?.isAdmin ?? null,
    isApproved: viewer?.isApproved ?? null,
    userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
    browserInfo: entry.browserInfo ?? null,
    userAction: entry.userAction ?? null,
    userJourney: entry.userJourney?.map(withoutQuery) ?? null,
    formData: redacted(entry.formData ?? null),
    requestData: redacted(entry.requestData ?? null),
    sessionDuration: entry.sessionDuration ?? null,
    previousUrl: entry.previousUrl ? withoutQuery(entry.previousUrl) : null,
    apiResponseTime: entry.apiResponseTime ?? null,
    memoryUsage: entry.memoryUsage ?? null,
    errorCategory: errorCategoryOf(message, type),
    severityScore: severityScoreOf({ severity, type, message }),
    affectedFeatures: entry.affectedFeatures ?? [],
  });
}
