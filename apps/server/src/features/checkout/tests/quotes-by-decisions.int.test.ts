import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { createTaxRate, deactivateTaxRate, updateTaxRate } from "@nexby/contract/money/taxes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call } from "../../../testing/call.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { amountsOf, configureInsurer, createPricedItem, milesAway, quoteClientOf } from "./quotes.fixture.ts";

const database = useTestDatabase();
const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });
const DAYS = { startDate: "2035-06-05", endDate: "2035-06-05" };
let app: TestApp;
const { quote } = quoteClientOf(() => app);

beforeAll(async () => {
  app = await startTestApp({ db: database().db, geocoding: milesAway });
  await configureInsurer(database().db);
});
afterAll(() => app.close());

const addRate = async (body: object) =>
  (
    await call(app.origin, createTaxRate, {
      headers,
      body: { state: "TX", effectiveDate: "2020-01-01", ...body },
    })
  ).body;
const updateSettings = (body: object) => call(app.origin, updatePlatformSettings, { headers, body });

describe("the next quote follows admin decisions on", () => {
  test("[TAX-01] a tax rate that is added, changed, limited to a city, ended and deactivated", async () => {
    const itemId = await createPricedItem(database().db, { dailyRateCents: 10_000, zipCode: "78704" });
    const taxOn = async (day = DAYS.startDate) => (await quote(itemId, { startDate: day, endDate: day })).price?.tax;
    expect(await taxOn()).toMatchObject({ rate: 0, amountCents: 0 });

    const state = await addRate({ taxRate: "6.25", jurisdiction: "Texas" });
    expect(await taxOn()).toMatchObject({ rate: 6.25, amountCents: 625, jurisdiction: "Texas" });
    await call(app.origin, updateTaxRate, { headers, params: { rateId: state.id }, body: { taxRate: "6.3125" } });
    expect(await taxOn()).toMatchObject({ rate: 6.3125, amountCents: 631 });

    const city = await addRate({ taxRate: "8.25", city: "AUSTIN" });
    expect(await taxOn()).toMatchObject({ rate: 8.25, amountCents: 825 });
    await addRate({ taxRate: "8.375", city: "Austin", effectiveDate: "2035-06-05", endsFormer: true });
    expect(await taxOn()).toMatchObject({ rate: 8.375 });
    expect(await taxOn("2035-06-04")).toMatchObject({ rate: 8.25 });

    await call(app.origin, deactivateTaxRate, { headers, params: { rateId: city.id } });
    expect(await taxOn("2035-06-04")).toMatchObject({ rate: 6.3125 });
  });

  test("full tax refunds, which are fixed with the price", async () => {
    const itemId = await createPricedItem(database().db, { dailyRateCents: 1000, state: "OK" });
    const { id: rateId } = await addRate({ state: "OK", taxRate: "4.5" });
    const agreedTax = async () => (await quote(itemId, DAYS)).price?.tax;
    expect(await agreedTax()).toMatchObject({ rateId, isAllRefunded: true });
    await updateSettings({ refundsAllTax: false });
    expect(await agreedTax()).toMatchObject({ isAllRefunded: false });
    await updateSettings({ refundsAllTax: true });
  });

  test("the taxed lines of a price", async () => {
    await addRate({ state: "NM", taxRate: "10" });
    const fees = { cleaningFeeCents: 2000, setupFlatFeeCents: 3000, deliveryFeeCents: 4000 };
    const delivery = { offerDelivery: true, deliveryRadius: 20 };
    const terms = { dailyRateCents: 10_000, state: "NM", ...fees, ...delivery };
    const itemId = await createPricedItem(database().db, terms, { renter: "5" });
    const priced = () =>
      quote(itemId, { ...DAYS, exchangeType: "delivery", destination: "5 miles, NM", hasInsurance: true });
    const taxed = async () => {
      const response = await priced();
      const codes = response.price?.lines.filter(({ taxable }) => taxable).map(({ code }) => code);
      return { codes, tax: amountsOf(response).tax, total: response.price?.totalCents };
    };
    // Rental 100, set-up 30, cleaning 20, delivery 40, insurance 10, service fee 9.50.
    const untaxed = 20_950;
    const defaults = { codes: ["rental", "setup", "cleaning", "service_fee"], tax: 1595, total: untaxed + 1595 };
    expect(await taxed()).toEqual(defaults);
    await updateSettings({ taxedLines: ["rental", "delivery", "insurance"] });
    const taxedCodes = ["rental", "delivery", "insurance"];
    expect(await taxed()).toEqual({ codes: taxedCodes, tax: 1500, total: untaxed + 1500 });
    await updateSettings({ taxedLines: [] });
    expect(await taxed()).toEqual({ codes: [], tax: undefined, total: untaxed });
    await updateSettings({
      taxedLines: ["rental", "setup", "cleaning", "food", "appearance", "travel", "service_fee"],
    });
    expect(await taxed()).toEqual(defaults);
  });
});
