import { claimDamage, markReturned } from "@nexby/contract/bookings/booking-commands";
import { confirmCondition, getBookingCondition, listPhotoCodes } from "@nexby/contract/bookings/condition";
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { expect } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { addPhoto, CLAIM, DAMAGE, reportWithPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { digitsShown, type useRentals } from "../../bookings/tests/rentals.fixture.ts";

type Rentals = ReturnType<typeof useRentals>;

const PIECES = [{ name: "Tent pole", count: 4, priceCents: 1_200 }];

/** A rental with eleven links: photos, reports, a confirmation and the owner's claim. */
export async function rentalWithClaim({ here, as, origin, reach, scheduled, receive }: Rentals): Promise<string> {
  const { owner, renter } = here();
  const terms = { pieces: PIECES, depositAmountCents: 5_000 };
  const { id: bookingId, startAt, depositStatus } = await scheduled(terms, { inDays: 1 });
  if (depositStatus === "pending") await reach(startAt, -23.9);
  const front = await addPhoto(origin(), renter, { bookingId, shot: "whole" });
  const back = await addPhoto(origin(), renter, { bookingId });
  const key = (await as(owner, listPhotoCodes, bookingId)).find(({ phase }) => phase === "check_out")?.key ?? "";
  const sent = await sendReport(origin(), renter, {
    bookingId,
    phase: "check_out",
    notes: "Fine",
    photoIds: [front.id, back.id],
    marks: [{ description: "A scratch", photoId: front.id }],
    pieces: [{ name: "Tent pole", count: 4 }],
    photoCode: digitsShown(key),
  });
  expect(sent.status).toBe(200);
  const { headSha256 } = await as(owner, getBookingCondition, bookingId);
  await as(owner, confirmCondition, bookingId, { phase: "check_out", headSha256 });
  await receive(bookingId);
  await addPhoto(origin(), renter, { bookingId, stage: "during" });
  await as(renter, markReturned, bookingId, {});
  const [seam, zip] = [
    await reportWithPhoto(origin(), owner, { bookingId, ...DAMAGE }),
    await addPhoto(origin(), owner, { bookingId, stage: "return" }),
  ];
  await as(owner, claimDamage, bookingId, { ...CLAIM, amountCents: 1_000, photoIds: [seam, zip.id] });
  return bookingId;
}

const UNDONE = new Error("undone");

/**
 * Runs as the owner of all tables without triggers, checks and foreign keys, and undoes everything: somebody with all
 * rights on the database could do the same.
 */
export async function withAllRights<T>(
  owner: Db,
  tables: readonly PgTable[],
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  const running = owner.transaction(async (tx) => {
    for (const table of tables) {
      const name = getTableName(table);
      await tx.execute(sql`alter table ${table} disable trigger user`);
      const { rows } = await tx.execute<{ name: string }>(sql`
        select conname as name from pg_constraint
        where (conrelid = ${name}::regclass or confrelid = ${name}::regclass) and contype in ('f', 'c', 'u')
          and conrelid = ${name}::regclass`);
      for (const constraint of rows) {
        await tx.execute(sql`alter table ${table} drop constraint ${sql.identifier(constraint.name)}`);
      }
    }
    results.push(await work(tx));
    throw UNDONE;
  });
  await expect(running).rejects.toBe(UNDONE);
  return results[0] as T;
}

/** Names in the schema are camel case; the database's are snake case. */
export const identifierOf = ({ name }: PgColumn): SQL =>
  sql`${sql.identifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`;

/** Another value of the column's type. */
export function anotherValue(column: PgColumn): SQL {
  const name = identifierOf(column);
  if (column.enumValues?.length) {
    const [first = "", second = ""] = column.enumValues;
    return sql`case when ${name} = ${first} then ${second} else ${first} end`;
  }
  const type = column.getSQLType();
  if (type === "uuid") return sql`gen_random_uuid()`;
  if (type === "integer") return sql`coalesce(${name}, 0) + 1`;
  if (type === "jsonb") return sql`'[]'::jsonb`;
  if (type === "text[]") return sql`array_append(${name}, 'other')`;
  if (type.startsWith("timestamp")) return sql`coalesce(${name}, app_now()) - interval '1 minute'`;
  return sql`coalesce(${name}, '') || '1'`;
}

export const columnsOf = (table: PgTable): [string, PgColumn][] => Object.entries(getTableColumns(table));
