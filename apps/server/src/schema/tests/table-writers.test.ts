import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../..", import.meta.url));

/** The only folder or file that may write these tables. Any feature may join them in a read. */
const WRITERS: Record<string, readonly string[]> = {
  "features/accounts": [
    "identityLinks",
    "passwordResets",
    "sessions",
    "signInFlows",
    "userIdentities",
    "userVerifications",
    "users",
  ],
  "features/bookings": [
    "bookingExtensions",
    "bookingReminders",
    "bookingRequests",
    "bookings",
    "damageClaims",
    "handoffCodes",
    "lateFees",
    "pickupSchedules",
  ],
  "features/condition": [
    "bookingConditionReports",
    "bookingReportPhotos",
    "conditionConfirmations",
    "damagePhotos",
    "evidenceLinks",
    "evidencePhotos",
    "evidenceRemovals",
    "itemMarks",
    "photoCodeTries",
    "rentalPhotos",
    "unitReturns",
  ],
  "features/discovery": [
    "recentlyViewed",
    "savedSearchAlerts",
    "savedSearches",
    "searchAnalytics",
    "userFavorites",
    "userRecommendations",
  ],
  "features/fraud": ["fraudAnalyses"],
  "features/inventory": ["externalCalendars", "inventoryHolds"],
  "features/late-fee-rules": ["lateFeeRules"],
  "features/ledger": ["ledgerEntries", "ledgerTransactions"],
  "features/listings": [
    "categories",
    "foodTruckSettings",
    "itemCategories",
    "itemPhotos",
    "itemStats",
    "items",
    "listingDrafts",
    "ownerPlaces",
  ],
  "features/messaging": [
    "conversationMembers",
    "conversationReports",
    "conversations",
    "messagePhotos",
    "messages",
    "userOnlineStatus",
  ],
  "features/notifications": [
    "adminNotificationSettings",
    "notificationChoices",
    "notificationPreferences",
    "notifications",
    "notificationsLog",
    "pushSubscriptions",
  ],
  "features/operations": ["errorLogs", "platformSettings"],
  "features/payments": [
    "chargebacks",
    "paymentCustomers",
    "paymentOperations",
    "payments",
    "payoutAccounts",
    "providerAccount",
    "providerEventsRead",
    "refunds",
    "transfers",
    "webhookEvents",
  ],
  "features/photos": ["photos"],
  "features/reconciliation": ["reconciledMovements", "reconciliationDifferences", "reconciliationRuns"],
  "features/reviews": ["reviewReports", "reviewVotes", "reviews"],
  "features/support": ["helpMessages"],
  "features/taxes": ["taxRates"],
  "adapters/geocoding": ["zipPlaces"],
  "adapters/sign-in": ["identityProviderRecords"],
  "adapters/mailbox": ["capturedMessages"],
  "platform/audit.ts": ["auditLog", "rentalEvents", "statusTransitions"],
  "platform/clock.ts": ["appClock"],
  "platform/idempotency.ts": ["idempotencyKeys"],
  "platform/jobs": ["scheduledJobs"],
  "platform/outages.ts": ["outages", "workerBeats"],
  "platform/outbox.ts": ["outgoingMessages"],
  "platform/realtime": ["realtimeEvents"],
  "platform/throttle.ts": ["throttles"],
  "the database's triggers": ["itemCards", "itemSearch", "itemTokens", "searchCategories", "searchTerms"],
  "features that are not built yet": ["prohibitedItems"],
};

const writerOf = new Map(
  Object.entries(WRITERS).flatMap(([writer, tables]) => tables.map((table) => [table, writer] as const)),
);

/** Tables with the name of their constant. */
const TABLES = readdirSync(join(SOURCE, "schema"))
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) => [
    ...readFileSync(join(SOURCE, "schema", name), "utf8").matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g),
  ])
  .map(([, table = "", sqlName = ""]) => ({ table, sqlName }));

const QUERY = /(?:\.(?:insert|update|delete)|insertOf)\(\s*(\w+)\s*[,)]/g;
const RAW_SQL = /\b(?:insert into|update|delete from)\s+"?(\w+)"?/gi;

/** Tables written in a file's text, by query builder or raw SQL. */
function writtenTables(text: string): string[] {
  const built = [...text.matchAll(QUERY)].map(([, table]) => table);
  const raw = [...text.matchAll(RAW_SQL)].map(([, sqlName]) => TABLES.find((one) => one.sqlName === sqlName)?.table);
  return [...built, ...raw].filter(
    (table) => table !== undefined && TABLES.some((one) => one.table === table),
  ) as string[];
}

const foreignWrites = (path: string, text: string): string[] =>
  writtenTables(text)
    .filter((table) => !path.startsWith(writerOf.get(table) ?? ""))
    .map((table) => `${path} writes ${table}, which belongs to ${writerOf.get(table)}`);

function productFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter(
      (path) => path.endsWith(".ts") && !/\.(test|fixture|suite)\.ts$|(^|\/)(tests|testing|demo|schema)\//.test(path),
    );
}

describe("table writers", () => {
  it("table writers are declared for exactly the existing tables", () => {
    expect([...writerOf.keys()].sort()).toEqual(TABLES.map(({ table }) => table).sort());
  });

  it("table writers are the only ones that write their tables", () => {
    const files = productFiles();
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((path) => foreignWrites(path, readFileSync(join(SOURCE, path), "utf8")))).toEqual([]);
  });

  it.each([
    ["tx.update(bookings).set({ status })", "bookings"],
    ["insertOf(payments, row)", "payments"],
    ["sql`update items set title = $" + "{title}`", "items"],
    ["sql`insert into ledger_entries values (1)`", "ledgerEntries"],
  ])("table writers report another feature's %s", (text, table) => {
    expect(foreignWrites("features/support/help-messages.ts", text)).toEqual([
      `features/support/help-messages.ts writes ${table}, which belongs to ${writerOf.get(table)}`,
    ]);
  });
});
