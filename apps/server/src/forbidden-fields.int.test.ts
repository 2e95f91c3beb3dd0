import { sendVerificationCode } from "@nexby/contract/accounts/passwords";
import { type Endpoint, endpoint, successStatus } from "@nexby/contract/endpoint";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { photoAddress } from "./features/photos/photo-files.ts";
import { mount } from "./platform/http/mount.ts";
import { newId } from "./platform/ids.ts";
import { users } from "./schema/accounts.ts";
import { savedSearches } from "./schema/collections.ts";
import { taxRates } from "./schema/content.ts";
import { lateFeeRules } from "./schema/late-fees.ts";
import { categories } from "./schema/listings.ts";
import { payments, refunds } from "./schema/payments.ts";
import { EXPECTED } from "./testing/access-expectations.ts";
import { createBooking, createReview, createStoppedRequest } from "./testing/bookings/booking-rows.ts";
import { addressOf, call } from "./testing/call.ts";
import { COMPLETE_PROFILE, createConversation, createItem, createPhotos, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { useNewUsers } from "./testing/people/new-users.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const CANARY = "canary";
const CANARY_ID = "0190cafe-0000-7000-8000-00000000cafe";
const CANARY_TIME = "2001-02-03T04:05:06.789Z";
/** Traces of the canary values in the database. */
const CANARY_TRACES = [CANARY, CANARY_ID, "2001-02-03"];

/** Fields that clients must never be able to set. */
const FORBIDDEN: Record<string, unknown> = {
  id: CANARY_ID,
  userId: CANARY_ID,
  ownerId: CANARY_ID,
  email: `${CANARY}@nexby.example`,
  isAdmin: true,
  isApproved: true,
  suspendedAt: CANARY_TIME,
  termsAcceptedAt: CANARY_TIME,
  termsVersion: 77_777,
  emailVerifiedAt: CANARY_TIME,
  phoneVerifiedAt: CANARY_TIME,
  createdAt: CANARY_TIME,
  passwordHash: `${CANARY}-hash`,
  paymentCustomerId: `cus_${CANARY}`,
  subscriptionId: `sub_${CANARY}`,
  connectAccountId: `acct_${CANARY}`,
  connectOnboarded: true,
  status: `${CANARY}-status`,
  payoutStatus: `${CANARY}-payout`,
  totalCents: 77_777,
};
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const keyOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** In camel case and snake case, except fields the endpoint accepts by that name. */
function forbiddenFor(subject: Endpoint): Record<string, unknown> {
  const accepted = fieldsOf(subject.body);
  const fields = Object.entries(FORBIDDEN).filter(([name]) => !accepted.includes(name));
  return Object.fromEntries(
    fields.flatMap(([name, value]) => [
      [name, value],
      [snakeCase(name), value],
    ]),
  );
}

function goodBodyOf(subject: Endpoint): Record<string, unknown> {
  const body = GOOD_BODIES[keyOf(subject)];
  if (!body) throw new Error(`${keyOf(subject)} takes a body, so it needs one in GOOD_BODIES`);
  return body;
}

/** Account columns that the accepted body may change. All other columns and accounts must stay unchanged. */
const MAY_CHANGE: Record<string, readonly string[]> = {
  "PATCH /api/profile": [
    ...["first_name", "last_name", "phone_number", "city", "state", "primary_use", "notify_email", "notify_sms"],
    ...["default_pickup_start", "default_pickup_end", "default_dropoff_start", "default_dropoff_end"],
    ...["default_available_days", "profile_image_url", "shares_phone"],
  ],
  "PATCH /api/notification-preferences": ["notify_email", "notify_sms", "time_zone"],
  "POST /api/terms/acceptance": ["terms_accepted_at", "terms_version"],
  "POST /api/auth/password": ["password_hash"],
  "POST /api/auth/verifications/confirm": ["email_verified_at"],
  "POST /api/admin/users/:userId/approve": ["is_approved"],
  "POST /api/admin/users/:userId/suspend": ["suspended_at"],
};

const { database, origin, register, resetThrottles } = useNewUsers();
type Person = Awaited<ReturnType<typeof register>>;

/** A refund that an admin can mark as paid. */
async function createGivenUpRefund(): Promise<string> {
  const { db } = database();
  const { id: bookingId, renterId: payerId, ownerId } = await createBooking(db);
  const amounts = { amountCents: 500, authorizedCents: 500, capturedCents: 500 };
  const deposit = { kind: "deposit", capture: "manual", status: "captured", description: "A deposit" } as const;
  const payment = { id: newId(), bookingId, payerId, ownerId, ...amounts, ...deposit };
  await db.insert(payments).values(payment);
  const refund = { id: newId(), paymentId: payment.id, amountCents: 500, idempotencyKey: newId() };
  const sentBack = { kind: "deposit", status: "failed", timesSentBack: 9, reason: "deposit_returned" } as const;
  await db.insert(refunds).values({ ...refund, ...sentBack });
  return refund.id;
}

const RECORDS: Record<string, () => Promise<string>> = {
  analysisId: () => createStoppedRequest(database().db),
  bookingId: async () => (await createBooking(database().db)).id,
  ruleId: async () => {
    const id = newId();
    await database().db.insert(lateFeeRules).values({ id, name: "Bikes", feeCents: 2_500, isActive: false });
    return id;
  },
  rateId: async () => {
    const id = newId();
    const rate = { id, state: "OK", taxRate: "4.5", effectiveDate: "2020-01-01", city: id };
    await database().db.insert(taxRates).values(rate);
    return id;
  },
  categoryId: async () => {
    const id = newId();
    await database().db.insert(categories).values({ id, name: id, slug: id, position: 16 });
    return id;
  },
  conversationId: async () => {
    const { db } = database();
    return createConversation(db, { renterId: await createUser(db), ownerId: await createUser(db) });
  },
  messageId: async () => newId(),
  itemId: () => createItem(database().db),
  photoId: async () => newId(),
  refundId: createGivenUpRefund,
  reportId: async () => newId(),
  reviewId: async () => createReview(database().db, await createBooking(database().db)),
  searchId: async () => {
    const { db } = database();
    const id = newId();
    await db
      .insert(savedSearches)
      .values({ id, userId: await createUser(db), name: "Kayaks", timezone: "America/New_York" });
    return id;
  },
  userId: () => createUser(database().db),
  kind: async () => "terms",
};

/** Body fields that depend on the sender, with which the call succeeds unless the actor has no access. */
const SENDER_FIELDS: Record<string, (person: Person) => Promise<object>> = {
  "POST /api/auth/email-signup": async ({ user }) => ({ email: `next-${user.email}` }),
  "POST /api/auth/email-signin": async ({ credentials }) => credentials,
  "POST /api/auth/password": async ({ credentials }) => ({ currentPassword: credentials.password }),
  "POST /api/auth/email-change": async ({ credentials }) => ({ password: credentials.password }),
  "POST /api/auth/verifications/confirm": async ({ jar, user }) => {
    await call(origin(), sendVerificationCode, { headers: jar.headers(), body: { channel: "email" } });
    const { rows } = await database().db.execute<{ body: string }>(sql`
      select body from outgoing_messages where recipient = ${user.email} and body is not null
      order by created_at desc limit 1`);
    return { channel: "email", code: /\b\d{6}\b/.exec(rows[0]?.body ?? "")?.[0] };
  },
  "POST /api/admin/failed-refunds/:refundId/paid": async () => ({}),
  "POST /api/items": async ({ user }) => {
    await database().db.update(users).set(COMPLETE_PROFILE).where(eq(users.id, user.id));
    const keys = [newId(), newId(), newId()];
    await createPhotos(database().db, user.id, keys);
    return { images: keys.map(photoAddress) };
  },
  "POST /api/terms/acceptance": async ({ user }) => {
    await database().db.execute(sql`
      update users set terms_accepted_at = null, terms_version = null where id = ${user.id}`);
    return {};
  },
};

type Row = Record<string, unknown> & { id: string };

async function accounts(): Promise<Map<string, Row>> {
  const { rows } = await database().db.execute<Row>(sql`select * from users`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** New accounts, and the changed columns of existing ones. */
function changesBetween(before: Map<string, Row>, after: Map<string, Row>) {
  const created = [...after.values()].filter(({ id }) => !before.has(id));
  const changed = [...before.values()].flatMap((row) => {
    const now = after.get(row.id);
    const columns = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(now?.[name]));
    return columns.length > 0 ? [columns] : [];
  });
  return { created, changed };
}

/** Tables writable by the application that contain a canary value. ZIP places are only written at start. */
async function tablesWithCanaries(): Promise<string[]> {
  const { db } = database();
  const { rows: written } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'zip_places'
      and has_table_privilege('nexby_app', oid, 'insert, update')`);
  const signs = CANARY_TRACES.map((sign) => `%${sign}%`);
  const finds = written.map(
    ({ name }) => sql`
      select ${name} as name
      where exists (select from ${sql.identifier(name)} as one where one::text like any (${sql.param(signs)}))`,
  );
  const { rows } = await db.execute<{ name: string }>(sql.join(finds, sql` union all `));
  return rows.map(({ name }) => name);
}

/** Sends the accepted body plus all forbidden fields. */
async function attack(at: string, subject: Endpoint, person: Person, goodBody = goodBodyOf(subject)) {
  const params: Record<string, string> = {};
  for (const name of fieldsOf(subject.params)) {
    const makeRecord = RECORDS[name];
    if (!makeRecord) throw new Error(`${keyOf(subject)} needs a record of this test for ${name}`);
    params[name] = await makeRecord();
  }
  const own = await SENDER_FIELDS[keyOf(subject)]?.(person);
  await resetThrottles();
  const before = await accounts();
  const response = await fetch(at + addressOf(subject, { params }), {
    method: subject.method,
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ ...goodBody, ...forbiddenFor(subject), ...own }),
  });
  const text = await response.text();
  const { created, changed } = changesBetween(before, await accounts());
  return { status: response.status, isDone: response.ok, text, created, changed };
}

const writes = ENDPOINTS.filter(({ body }) => body !== undefined);

beforeEach(() => database().db.execute(sql`truncate platform_settings`));

const ORDINARY = {
  is_admin: false,
  is_approved: false,
  suspended_at: null,
  email_verified_at: null,
  phone_verified_at: null,
  payment_customer_id: null,
  subscription_id: null,
  connect_account_id: null,
  connect_onboarded: false,
};

describe.each(["pending", "admin"] as const)("forbidden fields sent by actor %s", (actor) => {
  /** The next request's sender: the same person, unless a request was accepted and may have changed them. */
  let sender: Person | undefined;
  const join = async () => {
    const person = await register();
    if (actor === "admin")
      await database().db.execute(sql`update users set is_admin = true where id = ${person.user.id}`);
    return person;
  };

  test.each(writes.map((subject) => [keyOf(subject), subject] as const))(
    "%s ignores all of them",
    async (key, subject) => {
      sender ??= await join();
      const { status, isDone, text, created, changed } = await attack(origin(), subject, sender);
      if (isDone) sender = undefined;

      const expected = EXPECTED[key]?.[actor];
      expect(status).toBe(key in SENDER_FIELDS && expected !== 403 ? successStatus(subject) : expected);
      expect(text).not.toContain(CANARY);
      expect(changed.length).toBeLessThanOrEqual(1);
      const allowed = isDone ? (MAY_CHANGE[key] ?? []) : [];
      expect(changed.flat().filter((column) => !allowed.includes(column))).toEqual([]);
      for (const account of created) expect(account).toMatchObject(ORDINARY);
      // At once, because the next test empties the settings.
      if (isDone) expect(await tablesWithCanaries()).toEqual([]);
    },
  );

  test("rejected requests store none of them either", async () => {
    expect(await tablesWithCanaries()).toEqual([]);
  });
});

describe("forbidden fields self-check", () => {
  /** Deliberately stores whatever it receives. */
  const careless = endpoint({
    method: "POST",
    path: "/api/careless",
    summary: "Planted",
    access: "signed-in",
    body: z.object({ firstName: z.string() }).loose(),
    response: z.object({}),
    errors: [],
  });
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      db: database().db,
      extend: (server, deps) =>
        mount(server, deps, careless, async ({ db, viewer, body }) => {
          const { isAdmin, payment_customer_id: customer } = body;
          await db.execute(sql`
            update users set is_admin = ${isAdmin}, payment_customer_id = ${customer} where id = ${viewer.id}`);
          return {};
        }),
    });
  });
  afterAll(() => app.close());

  test("the forbidden fields self-check detects a changed column and a stored value", async () => {
    const person = await register();
    const { changed } = await attack(app.origin, careless, person, { firstName: "Robin" });
    expect(changed).toEqual([["is_admin", "payment_customer_id"]]);
    expect(await tablesWithCanaries()).toEqual(["users"]);
  });

  test("the forbidden fields self-check requires an accepted body for every endpoint that takes one", () => {
    expect(() => goodBodyOf(careless)).toThrow(/GOOD_BODIES/);
  });
});
