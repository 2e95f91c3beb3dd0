/**
 * Code that only tests use today, by the feature that will use it. A line goes when its code is used or deleted.
 * @type {Record<string, string[]>}
 */
const WAITING = {
  "Extension, late fees, damage and loss": [
    "packages/domain/src/ledger/postings.ts chargebackLostByOwner",
    "apps/server/src/features/payments/commands/request-transfer.ts requestReversal",
  ],
  "Messages and notifications": ["apps/server/src/features/messaging/conversations.ts startConversation"],
};

const TEST_SUPPORT = /\.fixture\.tsx?$|\/testing\//;

/** @typedef {{ issues: { file: string, files: { name: string }[], exports: { name: string }[] }[] }} KnipReport */

/**
 * @param {KnipReport} report of the product without its tests
 * @param {Record<string, string[]>} waiting
 * @returns {string[]}
 */
export function testOnlyProblems(report, waiting = WAITING) {
  const found = report.issues
    .filter(({ file }) => !TEST_SUPPORT.test(file))
    .flatMap(({ file, files, exports }) => [
      ...files.map(({ name }) => name),
      ...exports.map(({ name }) => `${file} ${name}`),
    ]);
  const listed = Object.values(waiting).flat();
  return [
    ...found.filter((code) => !listed.includes(code)).map((code) => `${code}: only tests use it`),
    ...listed
      .filter((code) => !found.includes(code))
      .map((code) => `${code}: no longer waits, remove it from the list`),
  ];
}
