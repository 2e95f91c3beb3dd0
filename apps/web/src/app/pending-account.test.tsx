import type { ApprovalView } from "@nexby/contract/accounts/approval";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { dayAhead, openCalendar, quoteOf, TENT, TERMS } from "../testing/fixtures.ts";
import { type Answers, PERSON, renderApp } from "../testing/render-app.tsx";

const APPROVAL: ApprovalView = {
  isApproved: false,
  steps: ["email", "phone_number"],
  isAutomatic: true,
  waitingSince: null,
  usualHours: 24,
};
const DATES = `?from=${dayAhead(5)}&to=${dayAhead(6)}`;
const CHECKOUT = `/combined-checkout/${TENT.id}${DATES}`;
const here = () => location.pathname + location.search;
const KEY = `nx_approved:${PERSON.id}`;
const banner = async () => within(await screen.findByRole("complementary", { name: "Account status" }));

const listing = (approval: Partial<ApprovalView> = {}): Answers => ({
  "GET /api/auth/approval": { ...APPROVAL, ...approval },
  [`GET /api/items/${TENT.id}`]: TENT,
  [`GET /api/items/${TENT.id}/calendar`]: ({ search }) => openCalendar(search.get("from")),
  [`POST /api/items/${TENT.id}/quote`]: quoteOf(2500),
  [`GET /api/items/${TENT.id}/similar`]: [],
  [`POST /api/items/${TENT.id}/views`]: { success: true },
  "GET /api/terms/active": TERMS,
});

const open = (approval: Partial<ApprovalView> = {}, path = `/listings/${TENT.id}${DATES}`) =>
  renderApp(path, listing(approval), { user: { isApproved: false } });

describe("an account waiting for approval", () => {
  it.each<[string, Partial<ApprovalView>, RegExp, string, string]>([
    [
      "email and number missing",
      {},
      /Verify your email address and a phone number/,
      "Verify email and phone",
      "/verify-contact?send=email",
    ],
    ["phone missing", { steps: ["phone"] }, /Verify your phone number to rent/, "Verify phone", "/verify-contact"],
    [
      "waiting longer than usual",
      { steps: [], waitingSince: "2020-01-01T00:00:00Z" },
      /It’s taking longer than usual/,
      "Contact us",
      "/help-center",
    ],
  ])(
    "an account waiting for approval with %s, says so in the banner and below the disabled button, with a link",
    async (_, approval, text, label, path) => {
      open(approval);
      const notice = await banner();
      expect(await notice.findByText(text)).toBeVisible();
      expect(notice.getByText(/^Your account is waiting for approval\./)).toBeVisible();
      expect(notice.getByRole("link", { name: label })).toHaveAttribute("href", path);
      const card = within((await screen.findAllByRole("complementary", { name: "Price" }))[0] as HTMLElement);
      const button = await card.findByRole("button", { name: "Request to book" });
      expect(button).toBeDisabled();
      await waitFor(() => expect(button).toHaveAccessibleDescription(text));
      expect(card.getByRole("link", { name: label })).toHaveAttribute("href", path);
    },
  );

  it("an account waiting for approval keeps nothing before dates are chosen", async () => {
    open({}, `/listings/${TENT.id}`);
    expect(await screen.findAllByText(/Verify your email address/)).not.toEqual([]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it("an account waiting for approval keeps the chosen dates for the day it is approved", async () => {
    open();
    await waitFor(() => expect(localStorage.getItem(KEY)).toMatch(`/combined-checkout/${TENT.id}?from=`));
  });
});

it("checkout says below its disabled button what to do next, with a link", async () => {
  open({}, CHECKOUT);
  const price = within(await screen.findByRole("complementary", { name: "Price" }));
  const button = await price.findByRole("button", { name: /^Request to book/ });
  expect(button).toBeDisabled();
  const link = await price.findByRole("link", { name: "Verify email and phone" });
  expect(link).toHaveAttribute("href", "/verify-contact?send=email");
  expect(button).toHaveAccessibleDescription("You can rent items once we approve your account. Verify email and phone");
  // Only the banner says the rest.
  expect(screen.getAllByText(/We’ll approve your account right away/)).toHaveLength(1);
});

describe("an approved account", () => {
  const openApproved = (stored: Record<string, string>) =>
    renderApp("/credits", {}, { user: { isApproved: true }, stored });

  it("an approved account continues with the booking it had to leave, once", async () => {
    const { user } = openApproved({ [KEY]: CHECKOUT });
    const link = (await banner()).getByRole("link", { name: "Continue with your booking" });
    expect(link).toHaveAttribute("href", CHECKOUT);
    await user.click(link);
    await waitFor(() => expect(here()).toBe(CHECKOUT));
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(screen.queryByRole("complementary", { name: "Account status" })).toBeNull();
  });

  it("an approved account can put the booking aside", async () => {
    const { user } = openApproved({ [KEY]: CHECKOUT });
    await user.click((await banner()).getByRole("button", { name: "Not now" }));
    expect(screen.queryByRole("complementary", { name: "Account status" })).toBeNull();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it.each([
    ["another account's booking", { "nx_approved:someone-else": CHECKOUT }],
    ["a booking on another site", { [KEY]: "https://evil.example/" }],
    ["a booking on another site without a scheme", { [KEY]: "//evil.example/" }],
  ])("an approved account is not led to %s", async (_, stored) => {
    openApproved(stored);
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Continue with your booking" })).toBeNull();
  });
});

it("a number that is saved for the first time gets its code at once, and the email when the page is opened for it", async () => {
  let phone: string | null = null;
  const pending = { expiresAt: "2030-01-01T00:10:00Z", resendAt: "2030-01-01T00:01:00Z" };
  const sent: unknown[] = [];
  const { user, fill } = renderApp(
    "/verify-contact?send=email",
    {
      "GET /api/auth/approval": APPROVAL,
      "GET /api/auth/verifications": () => ({
        email: { target: PERSON.email, verifiedAt: null, pending: sent.length > 0 ? pending : null },
        phone: { target: phone, verifiedAt: null, pending: sent.length > 1 ? pending : null },
      }),
      "POST /api/auth/verifications": ({ body }) => {
        sent.push(body);
        return pending;
      },
      "PATCH /api/profile": ({ body }) => {
        phone = (body as { phoneNumber: string }).phoneNumber;
        return PERSON;
      },
    },
    { user: { isApproved: false } },
  );
  const email = within(await screen.findByRole("region", { name: "Email address" }));
  expect(await email.findByRole("textbox", { name: "Verification code" })).toBeVisible();
  const card = within(screen.getByRole("region", { name: "Phone number" }));
  await fill(card.getByRole("textbox", { name: "Phone number" }), "+1 201 555 0123");
  await user.click(card.getByRole("button", { name: "Save and send code" }));
  expect(await card.findByRole("textbox", { name: "Verification code" })).toBeVisible();
  expect(sent).toEqual([{ channel: "email" }, { channel: "phone" }]);
});
