import type { ErrorLogEntry } from "@nexby/contract/admin/operations";
import {
  type ErrorType,
  errorCategoryOf,
  redacted,
  redactedText,
  type Severity,
  severityScoreOf,
} from "@nexby/domain/error-logs/error-logs";
import { ApiError } from "../api/errors.ts";
import { withoutQuery } from "../paths.ts";

export type ErrorContext = {
  userAction?: string;
  formData?: Record<string, unknown>;
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

/** Length limits by field. The server rejects longer fields, and entries above MAX_BYTES. */
const LONGEST = {
  message: 2_000,
  stack: 8_000,
  address: 2_000,
  userAgent: 1_000,
  short: 50,
  action: 500,
  feature: 100,
};
const MAX_BYTES = 16 * 1024;
const SHORT_STACK = 2_000;
const SHORT_MESSAGE = 500;

/** Any value can be thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return redactedText(error.message);
  return typeof error === "object" ? JSON.stringify(redacted(error)) : redactedText(String(error));
}

/** Redacts before truncating, because half a card number would not be recognized. */
const textOf = (text: string, longest: number): string => redactedText(text).slice(0, longest);

export function errorLogEntry(facts: Facts, { userAction, formData, request }: ErrorContext = {}): ErrorLogEntry {
  const { level, error, browser, person, journey, now } = facts;
  const { type: errorType, severity } = level;
  const errorMessage = messageOf(error).slice(0, LONGEST.message);
  const addressOf = (address: string) => textOf(withoutQuery(address), LONGEST.address);
  const previousUrl = journey.at(-2) ?? browser.referrer;
  const action = userAction ?? (request && `${request.method} ${request.path}`);
  return trimmedToSize({
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

/** First path segment of the page and of the call: "/checkout/7" and "/api/bookings/7" → checkout, bookings. */
function affectedFeaturesOf(pageUrl: string, apiPath: string | undefined): string[] {
  const page = pageUrl.replace(/^[a-z]+:\/\/[^/]*/, "").split("/")[1] || "landing";
  const call = apiPath?.match(/^\/api\/([^/]+)/)?.[1];
  return [...new Set(call ? [page, call] : [page])].map((feature) => textOf(feature, LONGEST.feature));
}

/** Drops the least important parts first when the entry is too large. */
function trimmedToSize(entry: ErrorLogEntry): ErrorLogEntry {
  const sizeOf = (value: ErrorLogEntry) => new TextEncoder().encode(JSON.stringify(value)).byteLength;
  const lighter: ((value: ErrorLogEntry) => ErrorLogEntry)[] = [
    (value) => ({ ...value, formData: null }),
    (value) => ({ ...value, stackTrace: value.stackTrace?.slice(0, SHORT_STACK) ?? null }),
    (value) => ({ ...value, userJourney: null, previousUrl: null }),
    (value) => ({ ...value, stackTrace: null, errorMessage: value.errorMessage.slice(0, SHORT_MESSAGE) }),
  ];
  return lighter.reduce((value, lighten) => (sizeOf(value) > MAX_BYTES ? lighten(value) : value), entry);
}

type Level = { type: ErrorType; severity: Severity };

const bySeverityOf = (error: unknown): Severity =>
  error instanceof ApiError && error.status >= 500 ? "critical" : "error";

/** Type and severity by the source of an error; null is for the console only. */
const LEVELS = {
  api: (error) => ({ type: "api", severity: bySeverityOf(error) }),
  query: (error) => ({ type: "query", severity: bySeverityOf(error) }),
  mutation: (error) => ({ type: "mutation", severity: bySeverityOf(error) }),
  uncaught: () => ({ type: "frontend", severity: "error" }),
  rejection: () => ({ type: "frontend", severity: "error" }),
  boundary: () => ({ type: "frontend", severity: "critical" }),
  authenticationBoundary: () => ({ type: "authentication", severity: "critical" }),
  /** Something stored in this browser could not be read and was ignored. */
  storage: () => ({ type: "frontend", severity: "warning" }),
  sessionCheck: () => null,
} as const satisfies Record<string, (error: unknown) => Level | null>;

export type ErrorSource = keyof typeof LEVELS;

export const levelOf = (source: ErrorSource, error: unknown): Level | null => LEVELS[source](error);

/** These sources see every unhandled error, including errors that were already reported. */
export const isLastResort = (source: ErrorSource): boolean => source === "uncaught" || source === "rejection";

type MemoryUsage = NonNullable<ErrorLogEntry["memoryUsage"]>;

/** The parts of a window that are read. */
type Browser = {
  location: Pick<Location, "href">;
  document: Pick<Document, "referrer">;
  navigator: Pick<Navigator, "userAgent" | "language" | "platform" | "cookieEnabled" | "onLine">;
  screen: Pick<Screen, "width" | "height">;
  innerWidth: number;
  innerHeight: number;
  performance: object;
};

export type BrowserFacts = {
  url: string;
  referrer: string | null;
  browserInfo: Required<Omit<NonNullable<ErrorLogEntry["browserInfo"]>, "timestamp">>;
  memoryUsage: MemoryUsage | null;
};

export function browserFacts({ location, document, navigator, screen, ...rest }: Browser): BrowserFacts {
  return {
    url: withoutQuery(location.href),
    referrer: withoutQuery(document.referrer) || null,
    browserInfo: {
      userAgent: navigator.userAgent,
      language: navigator.language,
      platform: navigator.platform,
      cookieEnabled: navigator.cookieEnabled,
      onLine: navigator.onLine,
      screenResolution: `${screen.width}x${screen.height}`,
      viewport: `${rest.innerWidth}x${rest.innerHeight}`,
    },
    memoryUsage: memoryUsageOf(rest.performance),
  };
}

type Memory = { usedJSHeapSize: number; totalJSHeapSize: number; jsHeapSizeLimit: number };

/** Only some browsers report it. */
function memoryUsageOf(performance: object): MemoryUsage | null {
  if (!("memory" in performance)) return null;
  const { usedJSHeapSize, totalJSHeapSize, jsHeapSizeLimit } = performance.memory as Memory;
  return {
    usedHeap: usedJSHeapSize,
    totalHeap: totalJSHeapSize,
    heapLimit: jsHeapSizeLimit,
    percentage: jsHeapSizeLimit > 0 ? Math.round((usedJSHeapSize / jsHeapSizeLimit) * 100) : 0,
  };
}

/** The parts of a form field that are read. */
type Field = {
  name?: string;
  autocomplete?: string;
  type?: string;
  value?: string;
  checked?: boolean;
  files?: ArrayLike<unknown> | null;
  selectedOptions?: Iterable<{ value: string }>;
};

const MAX_VALUE = 200;

/** Input of a form, as far as it may be logged. */
export function collectFormData(form: { elements: Iterable<object> }): Record<string, unknown> {
  const values = [...form.elements].flatMap((element) => {
    const field = element as Field;
    const value = field.name && !isOfCard(field) ? loggedValueOf(field) : undefined;
    return value === undefined ? [] : [[field.name, value]];
  });
  return redacted(Object.fromEntries(values)) as Record<string, unknown>;
}

/** Nothing of a card is logged, because half a number or a code could not be recognized. */
const isOfCard = ({ name = "", autocomplete = "" }: Field): boolean =>
  /^card-/i.test(name) || /(^|\s)cc-/i.test(autocomplete);

/** Undefined values are not logged. */
function loggedValueOf({ type, value, checked, files, selectedOptions }: Field): unknown {
  switch (type) {
    case "password":
    case "submit":
    case "button":
    case "reset":
    case "image":
      return undefined;
    case "checkbox":
      return checked;
    case "radio":
      return checked ? value : undefined;
    case "file":
      return `${files?.length ?? 0} files`;
    case "select-multiple":
      return [...(selectedOptions ?? [])].map((option) => option.value);
    default:
      // Redacts before truncating, because half a number would not be recognized.
      return value && redactedText(value).slice(0, MAX_VALUE);
  }
}
