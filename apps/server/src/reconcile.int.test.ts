import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceClock } from "./platform/clock.ts";
import { newId } from "./platform/ids.ts";
import { useTestPayments } from "./testing/bookings/test-payments.ts";
import { serverCommand, startServerProcess } from "./testing/server-process.ts";
import { useTestDatabase } from "./testing/test-database.ts";

const database = useTestDatabase();
const cards = useTestPayments(database);

let directory: string;
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "nexby-test-reconcile-")));
  await chmod(directory, 0o711);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs the command as a separate process. */
async function reconcile(...args: string[]) {
  const env = { DATA_DIR: directory, ...database().env };
  const started = await startServerProcess({ env, command: serverCommand("reconcile", ...args) });
  return { code: await started.ended, output: started.output() };
}

/** `main.int.test.ts` runs it without differences. */
test("the reconcile command prints the compared amounts and exits with 1 while differences exist", async () => {
  const { payments } = cards().deps;
  const person = { personId: newId(), email: "x@nexby.example", name: "X" };
  const { id: customerId } = await payments.createCustomer({ key: newId(), ...person });
  const payment = {
    paymentId: newId(),
    bookingId: newId(),
    amountCents: 5_000,
    customerId,
    capture: "automatic" as const,
  };
  const details = { savesCard: false, description: "By hand", statementSuffix: "RENTAL" };
  const { id } = await payments.createPayment({ key: newId(), ...payment, ...details });
  await payments.confirmPayment({ key: newId(), id, cardId: "pm_card_visa", isOffSession: false });
  await advanceClock(database().db, 30 * 60_000);
  const range = await reconcile("--from", "2026-01-01", "--to", "2026-01-31");
  expect(range.output).toContain("from 2026-01-01T00:00:00.000Z to 2026-02-01T00:00:00.000Z.");
  expect(range.code).toBe(1);
  for (const args of [
    ["--from", "2026-02-30"],
    ["--to", "2026-01-01"],
    ["--from", "2026-02-01", "--to", "2026-01-31"],
  ]) {
    const refused = await reconcile(...args);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Usage: npm run reconcile")]);
  }
  const { code, output } = await reconcile();
  expect(output).toContain("Balance: provider $48.25, ledger $0.00, in transit $0.00.");
  expect(output).toContain("Differences: 2 open, 2 of them new; 0 resolved.");
  expect(output).toMatch(/- movement not posted: txn_\w+\. Provider \$48\.25, ours nothing\. charge ch_\w+ is not in/);
  expect(code).toBe(1);
});
