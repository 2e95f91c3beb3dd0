import { getProfile, getPublicProfile, updateProfile } from "@nexby/contract/accounts/profile";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userVerifications } from "../../../schema/accounts.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { noteTimeZone } from "../accounts.queries.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const VERIFIED_AT = new Date("2026-01-02T03:04:05.678Z");

async function person(attributes: Parameters<typeof createUser>[1] = {}) {
  const id = await createUser(database().db, attributes);
  const headers = asViewer({ id, isAdmin: false, isApproved: false });
  const update = (body: object) => call(app.origin, updateProfile, { headers, body });
  const eventCount = async () => {
    const { rows } = await database().db.execute<{ count: number }>(sql`
      select count(*)::int from realtime_events where audience = ${`user:${id}`} and type = 'account_changed'`);
    return rows[0]?.count;
  };
  return { id, headers, update, eventCount };
}

describe("the user's own profile", () => {
  test("[ROLE-02] the user's own profile is readable by its user and has the default settings of a new account", async () => {
    await person();
    const { id, headers } = await person({ firstName: "Maya", lastName: "Rivera", passwordHash: "a hash" });
    const { body } = await call(app.origin, getProfile, { headers });
    expect(body).toMatchObject({ id, firstName: "Maya", lastName: "Rivera", email: `${id}@nexby.example` });
    expect(body).toMatchObject({
      notifyEmail: true,
      notifySms: false,
      sharesPhone: false,
      defaultPickupWindow: { start: "09:00", end: "18:00" },
      defaultDropoffWindow: { start: "09:00", end: "18:00" },
      defaultAvailableDays: DAYS,
      connectOnboarded: false,
      primaryUse: null,
      hasPassword: true,
    });
    expect(JSON.stringify(body)).not.toContain("a hash");
  });

  test("[PREF-01] the user's own profile keeps a chosen time zone when a browser of another one connects", async () => {
    const { db } = database();
    for (const [timeZone, expected] of [
      [null, "Europe/Rome"],
      ["America/Denver", "America/Denver"],
    ] as const) {
      const { id } = await person({ timeZone });
      await noteTimeZone(db, id, "Europe/Rome");
      const { rows } = await db.execute(sql`select time_zone from users where id = ${id}`);
      expect(rows).toEqual([{ time_zone: expected }]);
    }
  });

  test("the user's own profile requires a session", async () => {
    expect((await callExpectingError(app.origin, getProfile)).status).toBe(401);
    expect((await callExpectingError(app.origin, updateProfile, { body: {} })).status).toBe(401);
  });

  test("the user's own profile changes only in the given fields", async () => {
    const { id, headers, update, eventCount } = await person({ city: "Maplewood", state: "NJ" });
    const before = (await call(app.origin, getProfile, { headers })).body;
    const changes = {
      firstName: "Robyn",
      phoneNumber: "+1 (201) 555-0123",
      city: null,
      notifyEmail: false,
      notifySms: true,
      sharesPhone: true,
      defaultPickupWindow: { start: "07:30", end: "12:00" },
      defaultAvailableDays: ["sunday", "saturday"],
    };
    const { body } = await update(changes);
    const expected = {
      ...before,
      ...changes,
      phoneNumber: "+12015550123",
      defaultAvailableDays: ["saturday", "sunday"],
    };
    expect(body).toEqual(expected);
    expect((await call(app.origin, getProfile, { headers })).body).toEqual(expected);
    expect(await eventCount()).toBe(1);

    expect((await update({})).body).toEqual(expected);
    expect(await eventCount()).toBe(1);
    const { rows } = await database().db.execute(sql`select last_name, state from users where id = ${id}`);
    expect(rows).toEqual([{ last_name: "Vale", state: "NJ" }]);
  });

  test("[ROLE-02] the user's own profile cannot be used to change another user, whatever is sent", async () => {
    const [mallory, robin] = [await person(), await person()];
    const others = sql`select * from users where id <> ${mallory.id} order by id`;
    const { rows: before } = await database().db.execute(others);
    await mallory.update({ firstName: "Mallory", id: robin.id, userId: robin.id, email: "robin@nexby.example" });
    expect((await database().db.execute(others)).rows).toEqual(before);
  });

  test.each(["renter", "owner"] as const)(
    "[ROLE-06] the user's own profile stores the primary use %s",
    async (primaryUse) => {
      const { headers, update } = await person();
      expect((await update({ primaryUse })).body.primaryUse).toBe(primaryUse);
      expect((await call(app.origin, getProfile, { headers })).body.primaryUse).toBe(primaryUse);
    },
  );

  test.each(["both", "", "Renter", null, 1, ["renter"]])(
    "[ROLE-06] the user's own profile rejects the primary use %j",
    async (primaryUse) => {
      const { headers, update } = await person();
      await update({ primaryUse: "owner" });
      const { status, error } = await callExpectingError(app.origin, updateProfile, { headers, body: { primaryUse } });
      expect(status).toBe(400);
      expect(error.details).toEqual([{ field: "primaryUse", message: "Please choose renter or owner" }]);
      expect((await call(app.origin, getProfile, { headers })).body.primaryUse).toBe("owner");
    },
  );

  const PHONE = "Please enter a phone number with its country code, such as +1 201 555 0123";
  const WHY = "Contact details are shared once a booking is approved.";
  const WINDOW = "End time must be after start time";
  test.each([
    ["firstName", " ", "First name is required"],
    ["lastName", null, "Last name is required"],
    ["firstName", "x".repeat(101), "Please use at most 100 characters"],
    ["firstName", "Maya 201-555-0199", `Please remove the phone number (201-555-0199). ${WHY}`],
    ["lastName", "@maya_rents", `Please remove the contact on another service (@maya_rents). ${WHY}`],
    ["city", "mayarents.com", `Please remove the link (mayarents.com). ${WHY}`],
    ["phoneNumber", "201 555 0123", PHONE],
    ["phoneNumber", "+1", PHONE],
    ["phoneNumber", "+0123456789", PHONE],
    ["phoneNumber", "", PHONE],
    ["city", "", "City is required"],
    ["state", "XX", "Please choose a US state"],
    ["state", "nj", "Please choose a US state"],
    ["notifyEmail", "true", "Please choose yes or no"],
    ["notifySms", null, "Please choose yes or no"],
    ["sharesPhone", "yes", "Please choose yes or no"],
    ["defaultPickupWindow.end", { start: "09:00", end: "09:00" }, WINDOW],
    ["defaultDropoffWindow.end", { start: "18:00", end: "09:00" }, WINDOW],
    ["defaultPickupWindow.start", { start: "9:00", end: "18:00" }, "Please enter a time such as 09:00"],
    ["defaultDropoffWindow.end", { start: "09:00", end: "24:00" }, "Please enter a time such as 09:00"],
    ["defaultPickupWindow", null, WINDOW],
    ["defaultAvailableDays", [], "Please choose at least one day"],
    ["defaultAvailableDays", ["monday", "monday"], "Please choose each day once"],
    ["defaultAvailableDays.0", ["holiday"], "Please choose at least one day"],
  ])(
    "the user's own profile rejects %s %j with the exact message and changes nothing",
    async (field, value, message) => {
      const { id, headers } = await person();
      const stored = sql`select * from users where id = ${id}`;
      const { rows: before } = await database().db.execute(stored);
      const body = { city: "Newark", [field.split(".")[0] ?? field]: value };
      const { status, error } = await callExpectingError(app.origin, updateProfile, { headers, body });
      expect(status).toBe(400);
      expect(error).toMatchObject({ message, details: [{ field, message }] });
      expect((await database().db.execute(stored)).rows).toEqual(before);
    },
  );
});

test("[MSG-01] a phone number can't be split over the two parts of a name", async () => {
  const { headers, update } = await person({ firstName: "Maya", lastName: "Rivera" });
  await update({ firstName: "201 555" });
  const body = { lastName: "0199" };
  const { error } = await callExpectingError(app.origin, updateProfile, { headers, body });
  const message = "Please enter your name only. Contact details are shared once a booking is approved.";
  expect(error.details).toEqual([{ field: "lastName", message }]);
});

describe("a phone number", () => {
  const NUMBER = "+12015550111";

  async function verifiedPerson() {
    const robin = await person({ phoneNumber: NUMBER, phoneVerifiedAt: VERIFIED_AT });
    const code = { userId: robin.id, target: NUMBER, codeHash: "hash", expiresAt: sql`now() + interval '10 minutes'` };
    await database()
      .db.insert(userVerifications)
      .values([
        { ...code, type: "phone" },
        { ...code, type: "email" },
      ]);
    const codes = async () => {
      const { rows } = await database().db.execute(sql`
        select type, status from user_verifications where user_id = ${robin.id} order by type`);
      return rows;
    };
    return { ...robin, codes };
  }

  test.each([["+12015550112"], [null]])(
    "a phone number changed to %j is no longer verified, and its pending codes expire",
    async (phoneNumber) => {
      const { update, codes } = await verifiedPerson();
      expect((await update({ phoneNumber })).body).toMatchObject({ phoneNumber, phoneVerifiedAt: null });
      expect(await codes()).toEqual([
        { type: "email", status: "pending" },
        { type: "phone", status: "expired" },
      ]);
    },
  );

  test("a phone number stays verified if it is sent again in another format", async () => {
    const { update, codes } = await verifiedPerson();
    const { body } = await update({ phoneNumber: "+1 (201) 555-0111", city: "Newark" });
    expect(body).toMatchObject({ phoneNumber: NUMBER, city: "Newark", phoneVerifiedAt: VERIFIED_AT.toISOString() });
    expect(await codes()).toEqual([
      { type: "email", status: "pending" },
      { type: "phone", status: "pending" },
    ]);
  });
});

describe("the public profile", () => {
  const SECRETS = {
    email: "canary-address@nexby.example",
    phoneNumber: "+12015550177",
    paymentCustomerId: "cus_canary",
    subscriptionId: "sub_canary",
    connectAccountId: "acct_canary",
    passwordHash: "canary hash",
  };

  test("[ROLE-01] the public profile shows a user to everyone, without private data", async () => {
    const { id } = await person({
      ...SECRETS,
      firstName: "Maya",
      lastName: "Rivera",
      city: "Maplewood",
      state: "NJ",
      emailVerifiedAt: VERIFIED_AT,
      createdAt: new Date("2025-12-24T10:00:00Z"),
    });
    const { body } = await call(app.origin, getPublicProfile, { params: { userId: id } });
    expect(body).toEqual({
      id,
      firstName: "Maya",
      lastName: "R.",
      profileImageUrl: null,
      city: "Maplewood",
      state: "NJ",
      memberSince: "2025-12-24T10:00:00.000Z",
      isEmailVerified: true,
      isPhoneVerified: false,
      averageRating: null,
      reviewCount: 0,
      asRenter: { averageRating: null, reviewCount: 0 },
      itemCount: 0,
      record: { agreedCount: 0, canceledCount: 0 },
    });
    const response = await fetch(`${app.origin}/api/users/${id}`);
    const everything = JSON.stringify([...response.headers]) + (await response.text());
    for (const secret of Object.values(SECRETS)) expect(everything).not.toContain(secret);
    expect(everything).not.toContain(VERIFIED_AT.toISOString());
  });

  test("the public profile has empty names for a user without a name", async () => {
    const { id } = await person({ firstName: null, lastName: null });
    const { body } = await call(app.origin, getPublicProfile, { params: { userId: id } });
    expect(body).toMatchObject({ firstName: "", lastName: "" });
  });

  test("the public profile returns the same 404 for suspended users, unknown ids and invalid ids", async () => {
    const { id } = await person({ suspendedAt: new Date() });
    for (const userId of [id, "0190a0a0-0000-7000-8000-000000000000"]) {
      const { status, error } = await callExpectingError(app.origin, getPublicProfile, { params: { userId } });
      expect([status, error.message]).toEqual([404, "User not found"]);
    }
    expect((await callExpectingError(app.origin, getPublicProfile, { params: { userId: "robin" } })).status).toBe(404);
  });
});
