import type { ErrorLogEntry } from "@nexby/contract/error-logs";
import { errorCategoryOf } from "@nexby/domain/error-logs/error-category";
import { redacted, redactedText } from "@nexby/domain/error-logs/redaction";
import { severityScoreOf } from "@nexby/domain/error-logs/severity-score";
import { withoutQuery } from "../without-query.ts";
import type { BrowserFacts } from "./browser-facts.ts";
import type { Level } from "./levels.ts";

/** What is known besides the error itself. */
export type Circumstances = {
  userAction?: string;
  formData?: Record<string, unknown>;
  /** The call that failed. */
  request?: { method: string; path: string; status?: number; milliseconds?: number };
};

export type LoggedPerson = { id: string; email: string; isAdmin: boolean; isApproved: boolean };

export type Facts = {
  level: Level;
  error: unknown;
  browser: BrowserFacts;
  person: LoggedPerson | null;
  journey: readonly string[];
  sessionDuration: number;
  now: Date;
};

/** Of the parts of an entry, and of all of it: what is longer is refused. */
const LONGEST = {
  message: 2_000,
  stack: 8_000,
  address: 2_000,
  userAgent: 1_000,
  short: 50,
  action: 500,
  feature: 100,
};
const MOST_BYTES = 16 * 1024;
const SHORT_STACK = 2_000;
const SHORT_MESSAGE = 500;

/** Anything can be thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return redactedText(error.message);
  return typeof error === "object" ? JSON.stringify(redacted(error)) : redactedText(String(error));
}

/** Redacted before it is cut: half a card number would not be known as one. */
const textOf = (text: string, longest: number): string => redactedText(text).slice(0, longest);

/** Everything we tell the server about an error. */
export function errorLogEntry(facts: Facts, { userAction, formData, request }: Circumstances = {}): ErrorLogEntry {
  const { level, error, browser, person, journey, now } = facts;
  const { type: errorType, severity } = level;
  const errorMessage = messageOf(error).slice(0, LONGEST.message);
  const addressOf = (address: string) => textOf(withoutQuery(address), LONGEST.address);
  const previousUrl = journey.at(-2) ?? browser.referrer;
  const action = userAction ?? (request && `${request.method} ${request.path}`);
  return fitting({
    errorType,
    errorMessage,
    stackTrace: error instanceof Error && error.stack ? textOf(error.stack, LONGEST.stack) : null,
    url: addressOf(browser.url),
    severity,
    userId: person?.id ?? null,
    userEmail: person?.email ?? null,
    isAdmin: person?.isAdmin ?? null,
    isApproved: person?.isApproved ?? null,
    userAgent: browser.browserInfo.userAgent.slice(0, LONGEST.userAgent),
    browserInfo: browserInfoOf(browser, now),
    userAction: action === undefined ? null : textOf(action, LONGEST.action),
    userJourney: journey.map(addressOf),
    formData: formData ? (redacted(formData) as Record<string, unknown>) : null,
    requestData: request ? { method: request.method, path: addressOf(request.path), status: request.status } : null,
    sessionDuration: facts.sessionDuration,
    previousUrl: previousUrl && addressOf(previousUrl),
    apiResponseTime: request?.milliseconds ?? null,
    memoryUsage: browser.memoryUsage,
    errorCategory: errorCategoryOf(errorMessage, errorType),
    severityScore: severityScoreOf({ severity, type: errorType, message: errorMessage }),
    affectedFeatures: affectedFeaturesOf(browser.url, request?.path),
  });
}

function browserInfoOf({ browserInfo }: BrowserFacts, now: Date): NonNullable<ErrorLogEntry["browserInfo"]> {
  return {
    ...browserInfo,
    userAgent: browserInfo.userAgent.slice(0, LONGEST.userAgent),
    language: browserInfo.language.slice(0, LONGEST.short),
    platform: browserInfo.platform.slice(0, LONGEST.short),
    timestamp: now.toISOString(),
  };
}

/** By the first part of the page's path and of the call's: "/checkout/7" and "/api/bookings/7" → checkout, bookings. */
function affectedFeaturesOf(pageUrl: string, apiPath: string | undefined): string[] {
  const page = pageUrl.replace(/^[a-z]+:\/\/[^/]*/, "").split("/")[1] || "landing";
  const call = apiPath?.match(/^\/api\/([^/]+)/)?.[1];
  return [...new Set(call ? [page, call] : [page])].map((feature) => textOf(feature, LONGEST.feature));
}

/** What is nice to know goes first when there is too much. */
function fitting(entry: ErrorLogEntry): ErrorLogEntry {
  const sizeOf = (value: ErrorLogEntry) => new TextEncoder().encode(JSON.stringify(value)).byteLength;
  const lighter: ((value: ErrorLogEntry) => ErrorLogEntry)[] = [
    (value) => ({ ...value, formData: null }),
    (value) => ({ ...value, stackTrace: value.stackTrace?.slice(0, SHORT_STACK) ?? null }),
    (value) => ({ ...value, userJourney: null, previousUrl: null }),
    (value) => ({ ...value, stackTrace: null, errorMessage: value.errorMessage.slice(0, SHORT_MESSAGE) }),
  ];
  return lighter.reduce((value, lighten) => (sizeOf(value) > MOST_BYTES ? lighten(value) : value), entry);
}
