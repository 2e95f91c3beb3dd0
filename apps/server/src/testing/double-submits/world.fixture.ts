import { getBooking } from "@nexby/contract/bookings/bookings";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { useRentals } from "../../features/bookings/tests/rentals.fixture.ts";
import { outgoingMessages } from "../../schema/notifications.ts";
import { COMPLETE_PROFILE, createUser } from "../factories.ts";
import { GOOD_BODIES } from "../good-bodies.ts";
import { MEMBER_PASSWORD } from "../people/members.ts";
import { asViewer, startTestApp, type TestApp } from "../test-app.ts";

export type World = ReturnType<typeof useSubmissions>;
type Person = { id: string; headers: Record<string, string> };

type NewUser = Parameters<typeof createUser>[1];

/** Two servers on one database, users, and the steps of a booking. */
export function useSubmissions() {
  const rentals = useRentals();
  const { database, payments } = rentals;
  let second: TestApp | undefined;
  beforeAll(async () => {
    second = await startTestApp({ db: database().db, ...payments().deps });
  });
  afterAll(() => second?.close());

  let phones = 0;
  /** An approved user with a complete profile and a number of their own. */
  const person = async (overrides: NewUser = {}): Promise<Person> => {
    phones += 1;
    const phoneNumber = `+1202555${String(phones).padStart(4, "0")}`;
    const flags = { isApproved: true, isAdmin: false, ...overrides };
    const id = await createUser(database().db, { ...COMPLETE_PROFILE, phoneNumber, ...flags });
    return { id, headers: asViewer({ id, isApproved: flags.isApproved, isAdmin: flags.isAdmin }) };
  };

  let onlyAdmin: ReturnType<typeof rentals.admin> | undefined;
  /** Always the same, because every admin is notified of what admins have to do. */
  const admin = () => {
    onlyAdmin ??= rentals.admin();
    return onlyAdmin;
  };

  /** A user who signed up, so that their session and password exist. */
  const member = () => rentals.join();

  let names = 0;
  /** A new name every time, for what must be unique. */
  const nameOf = (what: string) => {
    names += 1;
    return `${what} ${names}`;
  };

  /** What was last sent to this address or number, without delivering it. */
  const lastMessageTo = async (recipient: string): Promise<string> => {
    const { rows } = await database().db.execute<{ body: string }>(sql`
      select body from ${outgoingMessages} where recipient = ${recipient} order by created_at desc, id desc limit 1`);
    return rows[0]?.body ?? "";
  };
  const codeSentTo = async (recipient: string) => /\b\d{6}\b/.exec(await lastMessageTo(recipient))?.[0] ?? "";

  /** Limits, jobs and the day of earlier scenarios don't matter to the next one. */
  const beginAnew = async () => {
    await database().db.execute(sql`truncate throttles`);
    await database().db.execute(sql`
      update scheduled_jobs set status = 'completed', finished_at = app_now()
      where status = 'pending' and entity_type <> 'system'`);
  };

  /** Jobs of earlier scenarios were dropped, so their accounts and deposits may be half done. */
  const isExpected = (failure: string) =>
    /No handler for jobs|No record of account|isn.t possible right now/.test(failure);

  /** All that are due and about bookings or money. */
  const runJobs = async () => {
    const { money } = rentals.here();
    await money.runJobs();
    const failures = money.failures.splice(0).filter((failure) => !isExpected(String(failure)));
    if (failures.length > 0) throw failures[0];
  };

  const settle = async (bookingId: string, viewer = rentals.here().renter) => {
    await runJobs();
    return rentals.as(viewer, getBooking, bookingId);
  };

  return {
    ...rentals,
    runJobs,
    settle,
    origins: () => [rentals.origin(), second?.origin ?? ""],
    admin,
    person,
    member,
    nameOf,
    codeSentTo,
    beginAnew,
    password: MEMBER_PASSWORD,
    goodBody: (key: string) => GOOD_BODIES[key] ?? {},
  };
}
