import type { AccountView } from "@nexby/contract/admin/accounts";
import type { PolicyVersionView } from "@nexby/contract/content/policies";
import type { LateFeeRuleView } from "@nexby/contract/money/late-fees";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answers, PERSON, renderApp } from "../../testing/render-app.tsx";

const NEWT: AccountView = {
  ...PERSON,
  firstName: "Newt",
  lastName: "Newcomer",
  isApproved: false,
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  suspendedAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  allowedActions: ["approve"],
};

const openAsAdmin = (path: string, responses: Answers = {}) =>
  renderApp(path, { "GET /api/admin/users": [], ...responses }, { user: { isAdmin: true } });
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe("admin pages", () => {
  it("admin pages are linked by one menu that marks the current page", async () => {
    const { user } = openAsAdmin("/admin");
    for (const [label, title] of [
      ["Disputes", "Dispute administration"],
      ["Fraud detection", "Fraud detection"],
      ["Agreement templates", "Rental agreement templates"],
      ["Terms", "Terms and Conditions"],
      ["Privacy policy", "Privacy Policy"],
      ["Accounts", "Admin Dashboard"],
    ] as const) {
      const link = () => within(screen.getByRole("navigation", { name: "Admin" })).getByRole("link", { name: label });
      await screen.findByRole("navigation", { name: "Admin" });
      await user.click(link());
      await waitFor(async () => expect(await heading(title)).toHaveFocus());
      expect(link()).toHaveAttribute("aria-current", "page");
    }
  });

  it.each([
    ["/admin/disputes", ["Case", "Item", "Renter", "Owner", "Amount", "Deadline", "Status"], "There are no disputes."],
    [
      "/admin/rental-agreement-templates",
      ["Name", "Type", "Version", "Variables", "In use"],
      "There are no templates.",
    ],
  ])("%s shows its columns and an empty state", async (path, columns, text) => {
    openAsAdmin(path);
    expect(textsOf(await screen.findAllByRole("columnheader"))).toEqual(columns);
    expect(screen.getByText((content) => content.startsWith(text))).toBeVisible();
  });

  it("admin pages list the channels through which no message is sent", async () => {
    const warnings = ["SMTP_URL is not set: emails are stored, but not sent"];
    openAsAdmin("/admin/disputes", { "GET /api/admin/setup-warnings": warnings });
    const title = await screen.findByText("Some services aren’t set up");
    const listed = within(title.parentElement as HTMLElement).getAllByRole("listitem");
    expect(textsOf(listed)).toEqual(warnings);
  });

  it("admin pages list accounts with their risk signals", async () => {
    openAsAdmin("/admin/fraud-detection?tab=accounts", { "GET /api/admin/users": [NEWT] });
    const row = within((await screen.findByText("Newt Newcomer")).closest("tr") as HTMLElement);
    expect(row.getByText(PERSON.email)).toBeVisible();
    expect(textsOf(row.getAllByRole("listitem"))).toEqual(["Email not verified", "Phone not verified", "Not approved"]);
  });
});

describe("late fee rules", () => {
  const RULE: LateFeeRuleView = {
    id: "01900000-0000-7000-8000-000000000013",
    name: "Every item",
    category: null,
    itemValueMin: null,
    itemValueMax: null,
    gracePeriodHours: 2,
    feeType: "percentage",
    feeAmount: "100.00",
    maxFeeAmount: null,
    dailyEscalationRate: "0.00",
    escalationCapDays: 7,
    priority: 0,
    isActive: true,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const PATH = "/api/admin/late-fee-rules";

  it("late fee rules are listed in words, previewed on past rentals and saved", async () => {
    const bikes: LateFeeRuleView = {
      ...RULE,
      id: PERSON.id,
      name: "Bikes",
      category: { id: PERSON.id, name: "Bikes" },
      itemValueMin: "500.00",
      feeType: "fixed",
      feeAmount: "25.00",
      dailyEscalationRate: "10.00",
      maxFeeAmount: "200.00",
      isActive: false,
    };
    const { user, fill, callsTo } = openAsAdmin("/admin?view=late-fees", {
      "GET /api/admin/categories": [],
      [`GET ${PATH}`]: [RULE, bikes],
      [`POST ${PATH}/preview`]: {
        months: 12,
        rentalCount: 40,
        ruledCount: 12,
        lateCount: 1,
        beforeCents: 5_000,
        afterCents: 2_000,
        examples: [{ bookingId: PERSON.id, title: "City bike", daysLate: 2, beforeCents: 5_000, afterCents: 2_000 }],
      },
      [`PUT ${PATH}/${RULE.id}`]: RULE,
    });
    expect(await screen.findByText("100% of the daily rate per day")).toBeVisible();
    expect(screen.getByText("Bikes, from $500")).toBeVisible();
    expect(screen.getByText("$25 per day, 10% more each day for 7 days, up to $200")).toBeVisible();
    expect(screen.getByRole("button", { name: "Activate Bikes" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit Every item" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Edit Every item" }));
    await user.selectOptions(await dialog.findByRole("combobox", { name: "The fee is" }), "percentage");
    await fill(dialog.getByRole("textbox", { name: "Fee for the first day" }), "40");
    await user.click(dialog.getByRole("button", { name: "Preview on past rentals" }));
    expect(await dialog.findByText("12 rentals of 40 in the last 12 months")).toBeVisible();
    expect(dialog.getByText("1 of them was late. Its fee would be $20.00 instead of $50.00.")).toBeVisible();
    expect(callsTo(`POST ${PATH}/preview`)[0]?.body).toMatchObject({
      rule: { feeType: "percentage", feeAmount: "40.00" },
      replacedId: RULE.id,
    });
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Every item saved")).toBeVisible();
    expect(callsTo(`PUT ${PATH}/${RULE.id}`)[0]?.body).toMatchObject({ feeAmount: "40.00", categoryId: null });
  });
});

describe("policy editor", () => {
  it.each([
    ["terms", "Terms and Conditions"],
    ["privacy-policy", "Privacy Policy"],
  ])("previews, compares, saves and publishes a new version of %s", async (kind, name) => {
    const active: PolicyVersionView = {
      version: 4,
      content: "First line\nBe kind.",
      createdAt: "2026-01-01T00:00:00.000Z",
      isActive: true,
    };
    let versions = [active];
    const path = `/api/admin/policies/${kind}/versions`;
    const { user, fill, callsTo } = openAsAdmin(`/admin/${kind}`, {
      [`GET ${path}`]: () => versions,
      [`POST ${path}`]: ({ body }) => {
        const { content } = body as { content: string };
        versions = [{ ...active, version: 5, content, isActive: false }, active];
        return versions[0] ?? null;
      },
      [`POST ${path}/5/activate`]: () => {
        versions = versions.map((version) => ({ ...version, isActive: version.version === 5 }));
        return versions[0] ?? null;
      },
    });
    await heading(name);
    const listed = within(await screen.findByRole("list", { name: "Versions" }));
    expect(textsOf(listed.getAllByRole("listitem"))).toEqual([expect.stringMatching(/Version 4.*Active/)]);
    const text = screen.getByRole("textbox", { name: "Text" });
    expect(text).toHaveValue(active.content);
    const draft = "A new first line\nBe kind.\n\nA last line";
    await fill(text, draft);
    await waitFor(() => expect(screen.getByRole("tabpanel", { name: "Preview" })).toHaveTextContent("A last line"));
    await user.click(screen.getByRole("tab", { name: "Changes" }));
    const changes = within(await screen.findByRole("list", { name: "Changes from the active version" }));
    expect(textsOf(changes.getAllByRole("listitem"))).toEqual([
      "−Removed: First line",
      "+Added: A new first line",
      " Be kind.",
      "+Added: ",
      "+Added: A last line",
    ]);

    await user.click(screen.getByRole("button", { name: "Save as new version" }));
    expect(await screen.findByText("Version 5 saved")).toBeVisible();
    expect(callsTo(`POST ${path}`).map(({ body }) => body)).toEqual([{ content: draft }]);
    await user.click(await screen.findByRole("button", { name: "Publish version 5" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Publish version 5?" }));
    expect(dialog.getByText(/It replaces version 4 for everyone right away\./)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Version 5 published")).toBeVisible();
    expect(callsTo(`POST ${path}/5/activate`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  });
});
