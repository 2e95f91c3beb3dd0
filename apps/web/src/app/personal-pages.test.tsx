import type { HelpMessageView } from "@nexby/contract/content/support";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openCalendar, PROFILE, TENT, TERMS } from "../testing/fixtures.ts";
import { type Answers, PERSON, renderApp } from "../testing/render-app.tsx";

const NO_BOOKINGS = { upcoming: 0, active: 0, past: 0, canceled: 0 };
/** A user who has neither listed nor rented anything. */
const NOTHING: Answers = {
  "GET /api/bookings": [],
  "GET /api/bookings/counts": { renter: NO_BOOKINGS, owner: NO_BOOKINGS, requests: 0 },
  "GET /api/booking-requests": [],
  "GET /api/owner/items": [],
  "GET /api/owner/drafts": [],
  "GET /api/conversations": [],
  "GET /api/messages/settings": { showsOnline: true },
  "GET /api/help-messages": [],
  "GET /api/profile": PROFILE,
};
const INCOMPLETE = { phoneNumber: null, city: null, state: null };

const open = (path: string, responses: Answers = {}, user: Partial<typeof PERSON> = {}) =>
  renderApp(path, { ...NOTHING, ...responses }, { user });
const heading = (level: number, name: string) => screen.findByRole("heading", { level, name });
const here = () => location.pathname + location.search;
const main = () => within(screen.getByRole("main"));
const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe("signed-in pages", () => {
  it.each([
    ["/messages", "Messages", "No messages yet"],
    ["/disputes", "Disputes", "No open disputes"],
    ["/booking-requests", "Booking requests", "No requests to reply to"],
    ["/my-bookings", "My bookings", "No upcoming bookings"],
    ["/my-listings", "My listings", "No listings yet"],
    ["/my-support", "My support", "No messages yet"],
  ])("%s shows the user's name and an empty state", async (path, title, text) => {
    open(path, {}, { firstName: "Nora", lastName: "Quill" });
    await heading(1, title);
    await heading(2, text);
    expect(document.title).toBe(`${title} · Nexby`);
    expect(main().getByText("Nora Quill")).toBeVisible();
  });

  it("a signed-in page keeps the selected tab in the URL", async () => {
    const { user, unmount } = open("/my-bookings");
    await user.click(await screen.findByRole("tab", { name: "Past" }));
    await waitFor(() => expect(here()).toBe("/my-bookings?tab=past"));
    expect(await screen.findByText(/Completed rentals appear here\./)).toBeVisible();
    unmount();
    open(here());
    expect(await screen.findByRole("tab", { name: "Past", selected: true })).toBeVisible();
    expect(await screen.findByText(/Completed rentals appear here\./)).toBeVisible();
  });

  it.each([
    ["/saved", "Recently viewed", "Saved"],
    ["/disputes", "Settled", "Disputes"],
  ])("the title of %s names the selected tab", async (path, tab, title) => {
    const { user, unmount } = open(path);
    await user.click(await screen.findByRole("tab", { name: tab }));
    await waitFor(() => expect(document.title).toBe(`${tab} · ${title} · Nexby`));
    unmount();
    document.title = "";
    open(here());
    await waitFor(() => expect(document.title).toBe(`${tab} · ${title} · Nexby`));
    await user.click(screen.getAllByRole("tab")[0] as HTMLElement);
    await waitFor(() => expect(document.title).toBe(`${title} · Nexby`));
  });

  it("[HELP-01] a signed-in page shows messages to support with their status and priority", async () => {
    const message: HelpMessageView = {
      id: "01900000-0000-7000-8000-000000008001",
      subject: "Lost key",
      message: "The box is locked.\nWhat now?",
      status: "in_progress",
      priority: "high",
      createdAt: new Date().toISOString(),
    };
    const { user } = open("/my-support", { "GET /api/help-messages": [message] });
    const entry = within(
      within(await screen.findByRole("list", { name: "Messages to support" })).getByRole("listitem"),
    );
    expect(entry.getByRole("heading", { name: "Lost key" })).toBeVisible();
    for (const text of ["In progress", "High priority", "less than a minute ago"]) {
      expect(entry.getByText(text)).toBeVisible();
    }
    expect(entry.getByText(/The box is locked\.\s+What now\?/)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Contact us" }));
    await heading(1, "Help center");
  });

  it("a signed-in page shows another user's listing as not found in the editor", async () => {
    open(`/listings/${TENT.id}/edit`);
    await heading(1, "Listing not found");
  });
});

describe("listing an item", () => {
  it("listing an item shows what the account still needs and links to the profile", async () => {
    const { user } = open("/create-listing", {}, { ...INCOMPLETE, isApproved: false });
    await heading(1, "List an item");
    const dialog = within(await screen.findByRole("dialog", { name: "Complete Your Profile" }));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(await main().findByText(/^You can list items once we approve your account\./)).toBeVisible();
    expect(
      main().getByText("To list items for rent, please complete your profile with the required information."),
    ).toBeVisible();
    const missing = within(main().getByRole("list", { name: "Missing information" })).getAllByRole("listitem");
    expect(textsOf(missing)).toEqual(["Phone number", "City", "State"]);
    await user.click(main().getByRole("link", { name: "Complete Profile" }));
    await waitFor(() => expect(here()).toBe("/profile"));
  });
});

describe("requesting an item", () => {
  const path = `/combined-checkout/${TENT.id}`;
  const responses = (item = TENT): Answers => ({
    [`GET /api/items/${TENT.id}`]: item,
    [`GET /api/items/${TENT.id}/calendar`]: ({ search }) => openCalendar(search.get("from")),
    "GET /api/terms/active": TERMS,
  });

  it("requesting an item shows the item and asks for dates before it shows a price", async () => {
    open(path, responses());
    await heading(1, "Request to book");
    expect(await main().findByRole("link", { name: "Dome tent" })).toBeVisible();
    expect(await main().findByText("Choose the first day.")).toBeVisible();
    expect(main().getByRole("complementary", { name: "Price" })).toHaveTextContent(
      "Choose your dates to see the price.",
    );
  });

  it("requesting an item rejects the user's own listing", async () => {
    open(path, responses({ ...TENT, ownerId: PERSON.id, owner: { ...TENT.owner, id: PERSON.id } }));
    expect(await main().findByText("This is your own listing.")).toBeVisible();
  });

  it("[BAR-04] requesting an item lists what the account still needs to rent", async () => {
    open(path, responses(), { lastName: null, isApproved: false });
    const waiting = await main().findAllByText(/^You can rent items once we approve your account\./);
    expect(waiting[0]).toBeVisible();
    expect(
      main().getByText("To rent items, please complete your profile with the required information."),
    ).toBeVisible();
    const missing = within(main().getByRole("list", { name: "Missing information" })).getAllByRole("listitem");
    expect(textsOf(missing)).toEqual(["Last name"]);
    for (const button of main().getAllByRole("button", { name: "Request to book" })) expect(button).toBeDisabled();
  });

  it("requesting an item shows an unknown item and an unknown booking as not found", async () => {
    const { unmount } = open(path);
    await heading(1, "Listing not found");
    unmount();
    open(`/checkout/${crypto.randomUUID()}`);
    await heading(2, "Nothing to pay here");
  });
});
