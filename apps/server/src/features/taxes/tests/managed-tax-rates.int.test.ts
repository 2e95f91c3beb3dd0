import * as contract from "@nexby/contract/money/taxes";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advanceClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { atOneMoment, useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
const adminId = newId();
const headers = asViewer({ id: adminId, isAdmin: true, isApproved: true });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
  await createUser(database().db, { id: adminId, firstName: "Ada", lastName: "Admin" });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate tax_rates`));

const AUSTIN = { state: "TX", city: "Austin", taxRate: "8.25", effectiveDate: "2026-01-01" };

const add = async (body: object) => (await call(app.origin, contract.createTaxRate, { headers, body })).body;
const addExpectingError = (body: object) => callExpectingError(app.origin, contract.createTaxRate, { headers, body });
const change = async (rateId: string, body: object) =>
  (await call(app.origin, contract.updateTaxRate, { headers, params: { rateId }, body })).body;
const changeExpectingError = (rateId: string, body: object) =>
  callExpectingError(app.origin, contract.updateTaxRate, { headers, params: { rateId }, body });
const setStatus = async (
  endpoint: typeof contract.activateTaxRate | typeof contract.deactivateTaxRate,
  rateId: string,
) => (await call(app.origin, endpoint, { headers, params: { rateId } })).body;
const list = async (query: Record<string, string> = {}) =>
  (await call(app.origin, contract.listTaxRates, { headers, query })).body;
const pageAfter = async (cursor: string) => {
  const query = { limit: "2", ...(cursor && { cursor }) };
  const { body, headers: responseHeaders } = await call(app.origin, contract.listTaxRates, { headers, query });
  return { ids: body.map(({ id }) => id), next: /cursor=([^&>]+)/.exec(responseHeaders.get("link") ?? "")?.[1] };
};
const historyOf = async (rateId: string) => {
  const { body } = await call(app.origin, contract.listTaxRateHistory, { headers, params: { rateId } });
  return body.map(({ by, action, changes }) => ({ by, action, changes }));
};

describe("[VAL-14] tax rate fields", () => {
  test("uppercase the state, keep four decimals and store blank fields as null", async () => {
    const typed = { state: " ny ", taxRate: 8.875, effectiveDate: "2026-01-01", county: " ", notes: "", zipCode: "" };
    expect(await add(typed)).toEqual({
      id: expect.any(String),
      state: "NY",
      county: null,
      city: null,
      zipCode: null,
      taxRate: "8.8750",
      taxType: "sales",
      jurisdiction: null,
      effectiveDate: "2026-01-01",
      expirationDate: null,
      isActive: true,
      notes: null,
      standing: "in_force",
      createdAt: expect.any(String),
    });
    expect((await add({ ...AUSTIN, taxRate: "8.1234" })).taxRate).toBe("8.1234");
    expect((await add({ ...AUSTIN, city: "Dallas", taxRate: "100" })).taxRate).toBe("100.0000");
    expect((await add({ ...AUSTIN, city: "Waco", taxRate: 0 })).taxRate).toBe("0.0000");
  });

  const RATE = "Tax rate must be from 0 to 100 percent, with at most 4 decimals";
  const STATE = "State must be 2 characters, such as NJ";
  test.each([
    [{ state: "T" }, "state", STATE],
    [{ state: "TEX" }, "state", STATE],
    [{ state: 12 }, "state", STATE],
    [{ state: "ZZ" }, "state", "No state has this code. Use two letters, such as NJ."],
    [{ taxRate: "8.12345" }, "taxRate", RATE],
    [{ taxRate: 8.12345 }, "taxRate", RATE],
    [{ taxRate: "100.0001" }, "taxRate", RATE],
    [{ taxRate: -0.5 }, "taxRate", RATE],
    [{ taxRate: "8,25" }, "taxRate", RATE],
    [{ taxRate: "" }, "taxRate", RATE],
    [{ taxRate: null }, "taxRate", RATE],
    [{ zipCode: "7870" }, "zipCode", "ZIP code must be 5 digits"],
    [{ taxType: "luxury" }, "taxType", "Please choose what is taxed"],
    [{ effectiveDate: "2026-02-30" }, "effectiveDate", "Please choose the first day"],
    [{ expirationDate: "2025-12-31" }, "expirationDate", "The last day can't be before the first"],
    [{ city: "x".repeat(101) }, "city", "City must be at most 100 characters"],
  ])(
    "tax rate fields reject %j with the exact message, when creating and when updating",
    async (wrong, field, message) => {
      const expected = { status: 400, error: { message, details: [{ field, message }] } };
      expect(await addExpectingError({ ...AUSTIN, ...wrong })).toMatchObject(expected);
      const { id } = await add(AUSTIN);
      expect(await changeExpectingError(id, wrong)).toMatchObject(expected);
      expect(await historyOf(id)).toHaveLength(1);
    },
  );
});

test("[DATA-06] the server stores a rate for sales unless another kind is chosen, and lists it as stored and as changed", async () => {
  const place = { county: "Travis", zipCode: "78701", jurisdiction: "City of Austin" };
  const added = await add({ ...AUSTIN, ...place, expirationDate: "2099-12-31", notes: "From the comptroller" });
  expect(added).toMatchObject({ ...AUSTIN, ...place, taxRate: "8.2500", taxType: "sales", isActive: true });
  expect(added).toMatchObject({ expirationDate: "2099-12-31", notes: "From the comptroller" });
  expect(await list()).toEqual([added]);
  const changed = await change(added.id, { taxType: "food", taxRate: "8.1234" });
  expect(changed).toEqual({ ...added, taxType: "food", taxRate: "8.1234" });
  expect(await list()).toEqual([changed]);
});

describe("rates of one place and kind", () => {
  test("rates of one place and kind cannot overlap: the error names the other rate, however the place is spelled", async () => {
    await add({ ...AUSTIN, expirationDate: "2026-12-31" });
    const response = await addExpectingError({ ...AUSTIN, city: " austin ", effectiveDate: "2026-12-31" });
    expect(response).toMatchObject({
      status: 409,
      error: {
        code: "tax_rate_overlaps",
        message:
          "8.25% for Austin, Texas applies from Jan 1, 2026 through Dec 31, 2026. End it the day before, or choose other dates.",
      },
    });
    for (const allowed of [
      { effectiveDate: "2027-01-01" },
      { effectiveDate: "2025-01-01", expirationDate: "2025-12-31" },
      { taxType: "food" },
      { county: "Travis" },
      { zipCode: "78701" },
      { state: "OK" },
    ]) {
      await add({ ...AUSTIN, ...allowed });
    }
    expect(await list()).toHaveLength(7);
  });

  test("rates of one place and kind can be ended on the day before the next one starts, in the same request", async () => {
    const previous = await add(AUSTIN);
    const next = await add({ ...AUSTIN, taxRate: "8.375", effectiveDate: "2026-07-01", endsFormer: true });
    const rates = await list({ state: "tx" });
    expect(rates.map(({ id, expirationDate }) => [id, expirationDate])).toEqual([
      [previous.id, "2026-06-30"],
      [next.id, null],
    ]);
    expect((await historyOf(previous.id))[0]).toEqual({
      by: "Ada Admin",
      action: "tax_rate_changed",
      changes: [{ field: "expirationDate", before: null, after: "2026-06-30" }],
    });
  });

  test("rates of one place and kind are not ended if that would leave days without a rate or if the new one starts earlier", async () => {
    const previous = await add(AUSTIN);
    const summer = { ...AUSTIN, effectiveDate: "2026-06-01", expirationDate: "2026-08-31", endsFormer: true };
    const earlier = { ...AUSTIN, effectiveDate: "2025-01-01", endsFormer: true };
    for (const body of [summer, earlier]) {
      const { error } = await addExpectingError(body);
      expect(error.message).toBe(
        "8.25% for Austin, Texas applies from Jan 1, 2026 with no end date. End it first, or choose other dates.",
      );
    }
    expect(await list()).toMatchObject([{ id: previous.id, expirationDate: null }]);
  });

  test("rates of one place and kind are checked for overlaps when changed or activated too", async () => {
    const food = await add({ ...AUSTIN, taxType: "food" });
    const sales = await add(AUSTIN);
    expect(await changeExpectingError(food.id, { taxType: "sales" })).toMatchObject({
      error: { code: "tax_rate_overlaps" },
    });
    await setStatus(contract.deactivateTaxRate, sales.id);
    expect(await change(food.id, { taxType: "sales" })).toMatchObject({ taxType: "sales" });
    const params = { rateId: sales.id };
    expect(await callExpectingError(app.origin, contract.activateTaxRate, { headers, params })).toMatchObject({
      status: 409,
    });
    expect(await change(sales.id, { taxRate: "9" })).toMatchObject({ taxRate: "9.0000", isActive: false });
  });

  test("rates of one place and kind are added once for ten concurrent requests for one place", async () => {
    const works = Array.from({ length: 10 }, () => () => add(AUSTIN));
    const outcomes = await atOneMoment(database().db, sql`lock table tax_rates in share mode`, works);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });
});

test("audits every change once with its differences, and skips updates that change nothing", async () => {
  const { id } = await add({ ...AUSTIN, notes: "First" });
  await change(id, { taxRate: "8.25", notes: " First " });
  await change(id, { taxRate: "8.5", expirationDate: "2026-12-31" });
  await setStatus(contract.deactivateTaxRate, id);
  expect(await setStatus(contract.deactivateTaxRate, id)).toMatchObject({ isActive: false, standing: "inactive" });
  expect(await setStatus(contract.activateTaxRate, id)).toMatchObject({ isActive: true });
  const by = "Ada Admin";
  const [activated, deactivated, changed, created] = await historyOf(id);
  expect(activated).toEqual({
    by,
    action: "tax_rate_activated",
    changes: [{ field: "isActive", before: false, after: true }],
  });
  expect(deactivated).toMatchObject({ by, action: "tax_rate_deactivated" });
  expect(changed).toEqual({
    by,
    action: "tax_rate_changed",
    changes: [
      { field: "taxRate", before: "8.2500", after: "8.5000" },
      { field: "expirationDate", before: null, after: "2026-12-31" },
    ],
  });
  expect(created).toMatchObject({ by, action: "tax_rate_created" });
  expect(created?.changes).toContainEqual({ field: "notes", before: null, after: "First" });
});

test("the server lists rates by place and date, filtered by state and status, in pages", async () => {
  const added = [];
  for (const place of [{ zipCode: "78701" }, { city: "Austin" }, {}, { county: "Travis" }, { state: "AZ" }]) {
    added.push(await add({ state: "TX", taxRate: "8", effectiveDate: "2026-01-01", ...place }));
  }
  const [zip, city, state, county, arizona] = added.map(({ id }) => id);
  expect((await list()).map(({ id }) => id)).toEqual([arizona, state, zip, city, county]);
  await setStatus(contract.deactivateTaxRate, city ?? "");
  expect((await list({ state: "TX", isActive: "true" })).map(({ id }) => id)).toEqual([state, zip, county]);
  expect((await list({ isActive: "false" })).map(({ id }) => id)).toEqual([city]);

  const seen: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = await pageAfter(cursor);
    seen.push(...page.ids);
    cursor = page.next;
  }
  expect(seen).toEqual([arizona, state, zip, city, county]);
  const unknown = Buffer.from(newId()).toString("base64url");
  for (const cursor of ["", "x", newId(), unknown]) {
    const response = await callExpectingError(app.origin, contract.listTaxRates, { headers, query: { cursor } });
    expect(response.error.message).toBe("This cursor is invalid");
  }
});

test("the product's clock determines the status of a rate", async () => {
  const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const past = await add({ ...AUSTIN, effectiveDate: "2020-01-01", expirationDate: today(1) });
  const next = await add({ ...AUSTIN, effectiveDate: today(2) });
  const statuses = async () => Object.fromEntries((await list()).map(({ id, standing }) => [id, standing]));
  expect(await statuses()).toEqual({ [past.id]: "in_force", [next.id]: "upcoming" });
  await advanceClock(database().db, 3 * 86_400_000);
  expect(await statuses()).toEqual({ [past.id]: "ended", [next.id]: "in_force" });
});

test("the server returns 404 for an unknown rate", async () => {
  const params = { rateId: newId() };
  for (const endpoint of [contract.deactivateTaxRate, contract.activateTaxRate, contract.listTaxRateHistory]) {
    expect(await callExpectingError(app.origin, endpoint, { headers, params })).toMatchObject({ status: 404 });
  }
  expect(await changeExpectingError(params.rateId, { taxRate: 1 })).toMatchObject({ status: 404 });
});
