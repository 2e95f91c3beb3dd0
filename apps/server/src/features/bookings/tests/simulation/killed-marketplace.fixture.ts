import { signUp } from "@nexby/contract/accounts/accounts";
import { HOUR } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { advanceClock } from "../../../../platform/clock.ts";
import { passIdleTime } from "../../../../platform/outages.ts";
import { users } from "../../../../schema/accounts.ts";
import { KilledServers } from "../../../../testing/bookings/killed-servers.ts";
import { MoneyUnderTest, openPayoutAccount } from "../../../../testing/bookings/payments-under-test.ts";
import { startTestPayments, type TestPayments } from "../../../../testing/bookings/test-payments.ts";
import { call } from "../../../../testing/call.ts";
import { COMPLETE_PROFILE } from "../../../../testing/factories.ts";
import { MEMBER_PASSWORD, type Member } from "../../../../testing/people/members.ts";
import { until } from "../../../../testing/server-process.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";

/** A database, a card sandbox and servers that are killed, for one test. */
export class KilledMarketplace {
  readonly database: TestDatabase;
  readonly money: MoneyUnderTest;
  readonly servers: KilledServers;
  readonly #payments: TestPayments;
  #people = 0;

  /** For `use`, which is stopped in any case. */
  static async run(use: (market: KilledMarketplace) => Promise<void>): Promise<void> {
    const database = await createTestDatabase();
    const payments = await startTestPayments(database);
    const servers = await KilledServers.start(database);
    try {
      await use(new KilledMarketplace(database, payments, servers));
    } finally {
      await servers.close();
      await payments.sandbox.close();
      await database.close();
    }
  }

  private constructor(database: TestDatabase, payments: TestPayments, servers: KilledServers) {
    this.database = database;
    this.servers = servers;
    this.money = new MoneyUnderTest(database.db, payments);
    this.#payments = payments;
  }

  async join(more: Partial<typeof users.$inferInsert> = {}): Promise<Member> {
    const { db } = this.database;
    this.#people += 1;
    const email = `member${this.#people}@nexby.example`;
    const credentials = { password: MEMBER_PASSWORD, confirmPassword: MEMBER_PASSWORD, termsAccepted: true };
    await db.execute(sql`truncate throttles`);
    const person = { firstName: "Robin", lastName: "Vale", email, ...credentials };
    const { id, token } = await call(this.servers.origin(), signUp, { body: person }).then(({ body }) => ({
      id: body.user.id,
      token: body.token,
    }));
    const createdAt = new Date("2026-01-01T00:00:00Z");
    const known = { emailVerifiedAt: createdAt, phoneVerifiedAt: createdAt, createdAt, isApproved: true };
    const phoneNumber = `+1201555${1000 + this.#people}`;
    await db
      .update(users)
      .set({ ...COMPLETE_PROFILE, ...known, phoneNumber, ...more })
      .where(eq(users.id, id));
    return { id, email, headers: { authorization: `Bearer ${token}` } };
  }

  async joinAsOwner(): Promise<Member> {
    const owner = await this.join();
    const accountId = await openPayoutAccount(this.money, owner.id);
    await this.#payments.control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
    return owner;
  }

  /** The workers run until then, so it is no outage. */
  async passHours(hours: number): Promise<void> {
    await passIdleTime(this.database.db, hours * HOUR);
    await advanceClock(this.database.db, hours * HOUR);
  }

  /** Waits until no job is due, for as long as jobs keep finishing. */
  async waitForJobs(): Promise<void> {
    for (let left = await this.jobsLeft(); left > 0; ) {
      const before = left;
      await until(async () => {
        left = await this.jobsLeft();
        return left === 0 || left !== before;
      });
    }
  }

  /** Due or running. */
  jobsLeft = () =>
    this.#count(sql`
      select count(*)::int from scheduled_jobs where entity_type <> 'system'
        and (status = 'running' or (status = 'pending' and scheduled_at <= app_now()))`);

  lostLeases = () => this.#count(sql`select sum(lease_losses)::int as count from scheduled_jobs`);

  async #count(query: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await this.database.owner.execute<{ count: number }>(query);
    return rows[0]?.count ?? 0;
  }
}
