import type { LateFeeRuleView } from "@nexby/contract/money/late-fees";
import type { TaxRateView } from "@nexby/contract/money/taxes";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answers, renderApp } from "../../testing/render-app.tsx";

const openAsAdmin = (view: string, responses: Answers) =>
  renderApp(`/admin?view=${view}`, responses, { user: { isAdmin: true } });

type App = ReturnType<typeof openAsAdmin>;
type Form = ReturnType<typeof within>;
async function fillAll({ fill }: App, form: Form, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await fill(form.getByLabelText(label), text);
}

describe("tax rates", () => {
  const PATH = "/api/admin/tax-rates";
  const AUSTIN: TaxRateView = {
    id: "01900000-0000-7000-8000-000000000031",
    state: "TX",
    county: "Travis",
    city: "Austin",
    zipCode: null,
    taxRate: "8.2500",
    taxType: "sales",
    jurisdiction: null,
    effectiveDate: "2026-01-01",
    expirationDate: null,
    isActive: true,
    notes: null,
    standing: "in_force",
    createdAt: "2026-01-01T00:00:00.000Z",
  };

  it("tax rates are added with every field of the form", async () => {
    const app = openAsAdmin("tax-rates", {
      [`GET ${PATH}`]: () => (app.callsTo(`POST ${PATH}`).length > 0 ? [AUSTIN] : []),
      [`POST ${PATH}`]: AUSTIN,
    });
    await app.user.click(await screen.findByRole("button", { name: "Add rate" }));
    const form = within(await screen.findByRole("alertdialog", { name: "Add a tax rate" }));
    await app.user.selectOptions(form.getByRole("combobox", { name: "State" }), "TX");
    await app.user.selectOptions(form.getByRole("combobox", { name: "Applies to" }), "Rentals");
    await fillAll(app, form, {
      "Rate (%)": "8.25",
      "County (optional)": "Travis",
      "City (optional)": "Austin",
      "ZIP code (optional)": "78701",
      "First day": "2026-07-01",
      "Last day (optional)": "2026-12-31",
      "Jurisdiction (optional)": "City of Austin",
      "Notes (optional)": "From the comptroller's list",
    });
    await app.user.click(form.getByRole("checkbox", { name: /^End the current rate/ }));
    await app.user.click(form.getByRole("button", { name: "Add rate" }));
    expect(await screen.findByText("8.25% for Austin added")).toBeVisible();
    expect(app.callsTo(`POST ${PATH}`).map(({ body }) => body)).toEqual([
      {
        state: "TX",
        county: "Travis",
        city: "Austin",
        zipCode: "78701",
        taxRate: "8.2500",
        taxType: "rental",
        jurisdiction: "City of Austin",
        effectiveDate: "2026-07-01",
        expirationDate: "2026-12-31",
        notes: "From the comptroller's list",
        endsFormer: true,
      },
    ]);
  });

  it("tax rates are changed where the form was changed, and keep the rest", async () => {
    const call = `PATCH ${PATH}/${AUSTIN.id}`;
    const app = openAsAdmin("tax-rates", { [`GET ${PATH}`]: [AUSTIN], [call]: { ...AUSTIN, taxRate: "8.5000" } });
    await app.user.click((await screen.findAllByRole("button", { name: /^Edit/ }))[0] as HTMLElement);
    const form = within(await screen.findByRole("alertdialog", { name: "Edit the rate for Austin" }));
    // happy-dom leaves selects of a form at their empty option.
    await app.user.selectOptions(form.getByRole("combobox", { name: "State" }), "TX");
    await app.user.selectOptions(form.getByRole("combobox", { name: "Applies to" }), "Everything");
    await fillAll(app, form, { "Rate (%)": "8.5", "Notes (optional)": "Raised in July" });
    await app.user.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("8.5% for Austin saved")).toBeVisible();
    expect(app.callsTo(call).map(({ body }) => body)).toMatchObject([
      { state: "TX", county: "Travis", city: "Austin", taxRate: "8.5000", notes: "Raised in July", endsFormer: false },
    ]);
  });
});

it("[LATE-01] a late fee rule is added with every field of the form", async () => {
  const path = "/api/admin/late-fee-rules";
  const category = {
    id: "01900000-0000-7000-8000-000000000032",
    name: "Bikes",
    slug: "bikes",
    icon: null,
    listerCommissionRate: "5.00",
    renterCommissionRate: "5.00",
    commissionRate: "5.00",
    position: 1,
    itemCount: 1,
  };
  const rule: LateFeeRuleView = {
    id: "01900000-0000-7000-8000-000000000033",
    name: "Expensive bikes",
    category: { id: category.id, name: category.name },
    itemValueMin: "500.00",
    itemValueMax: "2000.00",
    gracePeriodHours: 3,
    feeType: "percentage",
    feeAmount: "120.00",
    maxFeeAmount: "400.00",
    dailyEscalationRate: "10.00",
    escalationCapDays: 5,
    priority: 20,
    isActive: true,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const app = openAsAdmin("late-fees", {
    "GET /api/admin/categories": [category],
    [`GET ${path}`]: () => (app.callsTo(`POST ${path}`).length > 0 ? [rule] : []),
    [`POST ${path}`]: rule,
  });
  await app.user.click(await screen.findByRole("button", { name: "Add rule" }));
  const form = within(await screen.findByRole("alertdialog", { name: "Add a late fee rule" }));
  await app.user.selectOptions(await form.findByRole("combobox", { name: "Category" }), "Bikes");
  await app.user.selectOptions(form.getByRole("combobox", { name: "The fee is" }), "percentage");
  await fillAll(app, form, {
    Name: "Expensive bikes",
    Priority: "20",
    "Item value from ($, optional)": "500",
    "Item value below ($, optional)": "2000",
    "Fee for the first day": "120",
    "Hours without a fee": "3",
    "Maximum fee ($, optional)": "400",
    "Increase per day (%)": "10",
    "Increase through day": "5",
  });
  await app.user.click(form.getByRole("button", { name: "Add rule" }));
  expect(await screen.findByText("Expensive bikes added")).toBeVisible();
  const { id, category: _, isActive, createdAt, ...fields } = rule;
  expect(app.callsTo(`POST ${path}`).map(({ body }) => body)).toEqual([{ ...fields, categoryId: category.id }]);
});
