import type { AccountView } from "@nexby/contract/admin/accounts";
import type {
  ContestedLateFeeView,
  FailedRefundView,
  SuspendedBookingView,
  UndecidedClaimView,
  WaitingPayoutView,
} from "@nexby/contract/admin/tasks";
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

describe("tasks", () => {
  const person = (firstName: string, isSuspended = false) => ({ ...PERSON, firstName, lastName: "Vale", isSuspended });
  const BOOKING: SuspendedBookingView = {
    id: "01900000-0000-7000-8000-000000000007",
    startAt: "2026-06-05T13:00:00.000Z",
    endAt: "2026-06-06T22:00:00.000Z",
    timezone: "America/New_York",
    item: { id: PERSON.id, title: "City bike" },
    renter: person("Omar"),
    owner: person("Maya", true),
    refundCents: 4_500,
    isCharged: true,
    allowedActions: ["cancel"],
  };
  const REFUND: FailedRefundView = {
    id: "01900000-0000-7000-8000-000000000008",
    bookingId: BOOKING.id,
    description: "Cargo bike",
    payer: { ...PERSON, firstName: "Omar" },
    amountCents: 10_000,
    card: { brand: "visa", last4: "4242" },
    cause: "sent_back",
    createdAt: "2026-06-01T00:00:00.000Z",
    allowedActions: ["mark_paid"],
  };

  it("cancel a suspended account's booking with one click, and record a refund paid another way", async () => {
    const refused: FailedRefundView = { ...REFUND, id: BOOKING.id, amountCents: 2_000, cause: "refused" };
    const open = { bookings: [BOOKING], refunds: [REFUND, refused] };
    const { user, fill, callsTo } = openAsAdmin("/admin?view=tasks", {
      "GET /api/admin/suspended-bookings": () => open.bookings,
      "GET /api/admin/failed-refunds": () => open.refunds,
      [`POST /api/bookings/${BOOKING.id}/cancel`]: () => {
        open.bookings = [];
        return {};
      },
      [`POST /api/admin/failed-refunds/${REFUND.id}/paid`]: () => {
        open.refunds = [];
        return {};
      },
    });
    expect(await screen.findByText("Omar Vale rents from Maya Vale. Maya Vale is suspended.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel and refund $45.00: City bike" }));
    expect(await screen.findByText("No bookings need a decision.")).toBeVisible();
    expect(callsTo(`POST /api/bookings/${BOOKING.id}/cancel`)[0]?.body).toMatchObject({ refundCents: 4_500 });

    expect(screen.getByText("The bank of the card ending in 4242 returned it three times.")).toBeVisible();
    expect(screen.getByText(/^The card provider declined it three times/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mark $100.00 to Omar Vale as paid" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Did you pay Omar Vale $100.00?" }));
    await fill(dialog.getByRole("textbox", { name: "How did you pay it?" }), "Check 1042");
    await user.click(dialog.getByRole("button", { name: "Mark as paid" }));
    expect(await screen.findByText("No refunds need to be paid another way.")).toBeVisible();
    expect(callsTo(`POST /api/admin/failed-refunds/${REFUND.id}/paid`)[0]?.body).toEqual({ reference: "Check 1042" });
  });
});

it("the task page lists contested late fees with amount and reason, and leads to the booking to decide them", async () => {
  const fee: ContestedLateFeeView = {
    bookingId: "01900000-0000-7000-8000-000000000012",
    item: { id: PERSON.id, title: "Cargo bike" },
    renter: { ...PERSON, firstName: "Omar", lastName: "Haddad" },
    owner: { ...PERSON, firstName: "Maya", lastName: "Rivera" },
    daysLate: 2,
    owedCents: 5_000,
    reason: "Nobody opened",
    contestedAt: "2026-06-01T00:00:00.000Z",
    allowedActions: ["decide_late_fee"],
  };
  const own = { ...fee, bookingId: PERSON.id, item: { id: PERSON.id, title: "My tent" }, allowedActions: [] };
  openAsAdmin("/admin?view=tasks", {
    "GET /api/admin/suspended-bookings": [],
    "GET /api/admin/failed-refunds": [],
    "GET /api/admin/contested-late-fees": [fee, own],
  });
  const section = within(await screen.findByRole("region", { name: "Contested late fees" }));
  expect(section.getByText("$50.00 for Cargo bike")).toBeVisible();
  expect(section.getAllByText("Omar Haddad returned it 2 days late to Maya Rivera.")[0]).toBeVisible();
  expect(section.getAllByText("“Nobody opened”")[0]).toBeVisible();
  expect(section.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/my-bookings/${fee.bookingId}`,
  ]);
  expect(section.getByText("This is your own booking. Another admin has to decide.")).toBeVisible();
});

it("the task page lists damage claims with what the renter says, for other admins than those involved", async () => {
  const claim: UndecidedClaimView = {
    bookingId: "01900000-0000-7000-8000-000000000012",
    item: { id: PERSON.id, title: "Cargo bike" },
    renter: { ...PERSON, firstName: "Omar", lastName: "Haddad" },
    owner: { ...PERSON, firstName: "Maya", lastName: "Rivera" },
    status: "contested",
    damageType: "broken",
    severity: "high",
    amountCents: 15_000,
    notes: "The frame is bent",
    photoCount: 2,
    contestReason: "It was bent before",
    createdAt: "2026-06-01T00:00:00.000Z",
    allowedActions: ["resolve"],
  };
  const own: UndecidedClaimView = {
    ...claim,
    bookingId: PERSON.id,
    status: "open",
    contestReason: null,
    allowedActions: [],
  };
  openAsAdmin("/admin?view=tasks", {
    "GET /api/admin/suspended-bookings": [],
    "GET /api/admin/failed-refunds": [],
    "GET /api/admin/damage-claims": [claim, own],
  });
  const section = within(await screen.findByRole("region", { name: "Damage claims" }));
  expect(section.getAllByText("$150.00 for Cargo bike")[0]).toBeVisible();
  expect(section.getByText(/Omar Haddad contested it\.$/)).toBeVisible();
  expect(section.getAllByText(/^Broken · Severe · 2 photos · Claimed/)[0]).toBeVisible();
  expect(section.getByText("“It was bent before”")).toBeVisible();
  expect(section.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/my-bookings/${claim.bookingId}`,
  ]);
  expect(section.getByText("This is your own booking. Another admin has to decide.")).toBeVisible();
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

it("the task page asks to add money for refunds that wait for the Stripe balance", async () => {
  const waiting: FailedRefundView = {
    id: "01900000-0000-7000-8000-000000000009",
    bookingId: "01900000-0000-7000-8000-000000000010",
    description: "Cargo bike",
    payer: { ...PERSON, firstName: "Omar" },
    amountCents: 10_000,
    card: null,
    cause: "balance_too_low",
    createdAt: "2026-06-01T00:00:00.000Z",
    allowedActions: [],
  };
  const second = { ...waiting, id: "01900000-0000-7000-8000-000000000011", amountCents: 2_550 };
  openAsAdmin("/admin?view=tasks", {
    "GET /api/admin/suspended-bookings": [],
    "GET /api/admin/failed-refunds": [waiting, second],
  });
  expect(
    await screen.findByText(/^The Stripe balance is too low for \$125\.50 of refunds\. Add money to the balance/),
  ).toBeVisible();
  expect(screen.getByText("$25.50 to Omar Vale")).toBeVisible();
  expect(screen.getByText("No refunds need to be paid another way.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /as paid/ })).toBeNull();
});

describe("payouts that can't be sent", () => {
  const payout = (index: number, reason: WaitingPayoutView["reason"]): WaitingPayoutView => ({
    bookingId: `01900000-0000-7000-8000-0000000000${10 + index}`,
    item: { id: PERSON.id, title: `Bike ${index}` },
    owner: { ...PERSON, firstName: "Maya" },
    amountCents: 4_500,
    waitingSince: "2026-06-01T12:00:00.000Z",
    reason,
  });
  const REASONS = [
    ["no_account", "The owner hasn’t set up a payout account."],
    ["information_needed", "The payment provider needs more information from the owner."],
    ["pending", "The payment provider is checking the owner’s details."],
    ["rejected", "The payment provider rejected the owner’s payout account."],
    ["disconnected", "The owner disconnected their payout account."],
    ["suspended", "The owner is suspended."],
    ["transfer_failed", "The last transfer failed. We’ll try again every day."],
  ] as const;

  it("payouts that can't be sent are listed page by page with owner, amount, date and reason", async () => {
    const path = "/api/admin/waiting-payouts";
    const all = REASONS.map(([reason], index) => payout(index, reason));
    const link = { link: `<${path}?cursor=next>; rel="next"` };
    const { user } = openAsAdmin("/admin?view=tasks", {
      "GET /api/admin/suspended-bookings": [],
      "GET /api/admin/failed-refunds": [],
      [`GET ${path}`]: ({ search }) =>
        search.get("cursor") === "next"
          ? all.slice(4)
          : new Response(JSON.stringify(all.slice(0, 4)), { headers: { "content-type": "application/json", ...link } }),
    });
    const section = within(await screen.findByRole("region", { name: "Payouts that can’t be sent" }));
    await user.click(await section.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(section.getAllByRole("listitem")).toHaveLength(REASONS.length));
    expect(textsOf(section.getAllByRole("listitem"))).toEqual(
      REASONS.map(
        ([, text], index) => `$45.00 for Maya Vale${PERSON.email}Waiting since Jun 1, 2026. ${text}Bike ${index}`,
      ),
    );
    expect(section.getByRole("link", { name: "Bike 0" })).toHaveAttribute("href", `/my-bookings/${all[0]?.bookingId}`);
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
