import * as contract from "@nexby/contract/money/ledger";
import {
  captured,
  closed,
  lateFeeCaptured,
  providerFee,
  refundSettled,
  transferred,
} from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { closeBookingBooks, LedgerConflict, post } from "../commands/post.ts";
import { findBalance, findBalances } from "../ledger.queries.ts";
import { findLedgerViolations } from "../ledger-checks.ts";

const database = useTestDatabase();
const db = () => database().db;
let app: TestApp;
let owner: string;

beforeAll(async () => {
  app = await startTestApp({ db: db() });
  owner = await createUser(db());
});
afterAll(() => app?.close());

const SHARES = { ownerCents: 36_575, platformCents: 3_850, insuranceCents: 2_700, taxCents: 3_233 };
const occurredAt = new Date("2026-03-01T12:00:00Z");

const captureOf = (bookingId: string, movement = newId()) => ({
  sourceKey: `balance:${movement}`,
  kind: "capture" as const,
  bookingId,
  occurredAt,
  postings: [...captured(SHARES, owner), ...providerFee(1_374)],
});
const ofBooking = async (bookingId: string) =>
  Object.fromEntries(
    (await findBalances(db(), { bookingId })).map(({ account, amountCents }) => [account, amountCents]),
  );

describe("posting", () => {
  test("posting posts an event once when sent twenty times concurrently, and rejects different content", async () => {
    const event = captureOf(newId());
    const results = await Promise.all(Array.from({ length: 20 }, () => post(db(), event)));
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    const reordered = { ...event, postings: [...event.postings].reverse() };
    expect(await post(db(), reordered)).toEqual({ isNew: false });
    expect(await ofBooking(event.bookingId)).toEqual({
      stripe_balance: 46_358 - 1_374,
      stripe_fees: 1_374,
      owner_payable: -36_575,
      platform_fee_unearned: -3_850,
      insurance_payable: -2_700,
      tax_payable: -3_233,
    });
    for (const other of [
      { postings: [...captured(SHARES, owner), ...providerFee(1_375)] },
      { postings: [...captured(SHARES, newId()), ...providerFee(1_374)] },
      { kind: "damage" as const },
      { bookingId: newId() },
      { currency: "EUR" },
    ]) {
      await expect(post(db(), { ...event, ...other })).rejects.toThrow(LedgerConflict);
    }
  });

  test("posting commits or rolls back with the surrounding transaction", async () => {
    const event = captureOf(newId());
    const failing = db().transaction(async (tx) => {
      await post(tx, event);
      throw new Error("something else failed");
    });
    await expect(failing).rejects.toThrow("something else failed");
    expect(await ofBooking(event.bookingId)).toEqual({});
    expect(await post(db(), event)).toEqual({ isNew: true });
  });

  test("posting rejects unbalanced postings before sending them", async () => {
    const [line, ...rest] = captured(SHARES, owner);
    if (!line) throw new Error("a capture has lines");
    await expect(post(db(), { ...captureOf(newId()), postings: rest })).rejects.toThrow(RangeError);
    await expect(post(db(), { ...captureOf(newId()), postings: [] })).rejects.toThrow(RangeError);
  });

  test("posting returns balances by account, by booking and by person", async () => {
    const [firstBooking, secondBooking] = [newId(), newId()];
    const person = await createUser(db());
    const lateFee = lateFeeCaptured({ amountCents: 2_500, commissionCents: 125, ownerId: person });
    const before = await findBalance(db(), { account: "owner_payable" });
    for (const bookingId of [firstBooking, secondBooking]) {
      await post(db(), { ...captureOf(bookingId), kind: "late_fee", postings: lateFee });
    }
    expect(await findBalance(db(), { account: "owner_payable", userId: person })).toBe(-4_750);
    expect(await findBalance(db(), { account: "owner_payable", bookingId: firstBooking })).toBe(-2_375);
    expect(await findBalance(db(), { account: "owner_payable" })).toBe(before - 4_750);
    expect(await findBalance(db(), { account: "goodwill" })).toBe(0);
  });
});

describe("the database", () => {
  /** Writes rows with plain SQL, bypassing `post`. */
  const write = (
    entries: readonly { amount: number; account?: string; currency?: string; booking?: string }[],
    count: number,
  ) =>
    db().transaction(async (tx) => {
      const id = newId();
      await tx.execute(sql`insert into ledger_transactions (id, source_key, kind, occurred_at, entry_count)
        values (${id}, ${`test:${id}`}, 'goodwill', now(), ${count})`);
      for (const { amount, account = "goodwill", currency = "USD", booking = null } of entries) {
        await tx.execute(sql`insert into ledger_entries (transaction_id, account, amount_cents, currency, booking_id)
          values (${id}, ${account}, ${amount}, ${currency}, ${booking})`);
      }
      return id;
    });
  const states = (state: string) => expect.objectContaining({ cause: expect.objectContaining({ code: state }) });

  test.each([
    ["doesn't sum to zero", [{ amount: 1 }, { amount: 1 }], 2],
    ["sums to zero only across two currencies", [{ amount: 5 }, { amount: -5, currency: "EUR" }], 2],
    ["has fewer entries than declared", [{ amount: 5 }, { amount: -5 }], 3],
    ["has no entries", [], 2],
    ["has only one side", [{ amount: 5 }], 1],
    ["moves nothing", [{ amount: 0 }, { amount: 0 }], 2],
    ["uses an unknown account", [{ amount: 5 }, { amount: -5, account: "pocket" }], 2],
    ["owes money to no user", [{ amount: 5 }, { amount: -5, account: "owner_payable" }], 2],
    ["has another booking than its entries", [{ amount: 5, booking: newId() }, { amount: -5 }], 2],
  ])("the database rejects a transaction that %s", async (_, entries, count) => {
    await expect(write(entries, count)).rejects.toEqual(states("23514"));
  });

  test("the database rejects adding to, changing or deleting a transaction", async () => {
    const id = await write([{ amount: 5 }, { amount: -5 }], 2);
    const added = db().transaction(async (tx) => {
      for (const amount of [7, -7]) {
        await tx.execute(sql`insert into ledger_entries (transaction_id, account, amount_cents)
          values (${id}, 'goodwill', ${amount})`);
      }
    });
    await expect(added).rejects.toEqual(states("23514"));
    for (const table of ["ledger_transactions", "ledger_entries"]) {
      for (const statement of [
        `update ${table} set booking_id = null`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(database().owner.execute(sql.raw(statement))).rejects.toEqual(states("23001"));
      }
    }
  });
});

describe("closing a booking", () => {
  test("closing a booking closes the books once nothing is owed, and later transactions reopen them", async () => {
    const bookingId = newId();
    await post(db(), captureOf(bookingId));
    expect(await closeBookingBooks(db(), { bookingId, occurredAt })).toBe(false);
    await post(db(), { ...captureOf(bookingId), kind: "transfer", postings: transferred(36_575, owner) });
    expect(await closeBookingBooks(db(), { bookingId, occurredAt })).toBe(true);
    expect(await closeBookingBooks(db(), { bookingId, occurredAt })).toBe(true);
    expect(await ofBooking(bookingId)).toMatchObject({ platform_fee_unearned: 0, platform_revenue: -3_850 });
    const lateFee = lateFeeCaptured({ amountCents: 2_500, commissionCents: 125, ownerId: owner });
    await post(db(), { ...captureOf(bookingId), kind: "late_fee", postings: lateFee });
    expect(await findLedgerViolations(db())).toEqual([]);
    expect(await closeBookingBooks(db(), { bookingId, occurredAt })).toBe(false);
    await post(db(), { ...captureOf(bookingId), kind: "transfer", postings: transferred(2_375, owner) });
    expect(await closeBookingBooks(db(), { bookingId, occurredAt })).toBe(true);
  });

  test("closing a booking shows admins balances, bookings closed with money left, and overdrawn accounts", async () => {
    const [unsettled, overdrawn] = [newId(), newId()];
    await post(db(), captureOf(unsettled));
    await post(db(), {
      sourceKey: `bookings:${unsettled}:close:1`,
      kind: "close",
      bookingId: unsettled,
      occurredAt,
      postings: closed(3_850),
    });
    await post(db(), { ...captureOf(overdrawn), kind: "refund_settled", postings: refundSettled(100) });
    const headers = asViewer({ id: await createUser(db(), { isAdmin: true }), isAdmin: true, isApproved: true });
    const response = await fetch(`${app.origin}/api/admin/ledger?bookingId=${unsettled}`, { headers });
    const { balances, violations } = contract.getLedger.response.parse(await response.json());
    expect(balances).toContainEqual({ account: "owner_payable", currency: "USD", amountCents: -36_575 });
    expect(violations).toHaveLength(2);
    expect(violations).toMatchObject([
      { rule: "closed_bookings_are_settled", bookingId: unsettled, account: "owner_payable", amountCents: -36_575 },
      { rule: "nothing_beyond_zero", bookingId: overdrawn, account: "refunds_payable", amountCents: 100 },
    ]);
  });

  test("closing a booking finds rows that bypassed the database rules", async () => {
    const id = newId();
    await database().owner.transaction(async (tx) => {
      for (const table of ["ledger_transactions", "ledger_entries"]) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      }
      await tx.execute(sql`insert into ledger_transactions (id, source_key, kind, occurred_at, entry_count)
        values (${id}, ${`test:${id}`}, 'goodwill', now(), 2)`);
      await tx.execute(sql`insert into ledger_entries (transaction_id, account, amount_cents)
        values (${id}, 'goodwill', 7)`);
      for (const table of ["ledger_transactions", "ledger_entries"]) {
        await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
      }
    });
    expect(await findLedgerViolations(db())).toContainEqual(
      expect.objectContaining({ rule: "transactions_balance", transactionId: id, amountCents: 7 }),
    );
  });
});
