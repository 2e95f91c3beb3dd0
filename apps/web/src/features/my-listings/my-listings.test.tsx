import type { OwnItemSummaryView } from "@nexby/contract/listings/items";
import type { CalendarRow, ExternalCalendarView } from "@nexby/contract/listings/owner-calendar";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { dayAhead } from "../../testing/fixtures.ts";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const ID = "01900000-0000-7000-8000-000000001002";

const CANOE: OwnItemSummaryView = {
  id: ID,
  title: "Canoe",
  cover: null,
  placeholder: null,
  dailyRate: "30.00",
  isAvailable: true,
  quantityTotal: 1,
  viewCount: 0,
  averageRating: null,
  reviewCount: 0,
  nextBooking: null,
  timezone: "America/New_York",
  createdAt: "2026-01-01T00:00:00.000Z",
};

const open = (path: string, responses: Answers) =>
  renderApp(path, { "GET /api/owner/items": [CANOE], "GET /api/owner/drafts": [], ...responses }, { user: {} });

describe("own listings", () => {
  it("the page of own listings shows a listing as live again when the server rejects pausing it, with the reason", async () => {
    let respond = () => {};
    const delayed = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { user, callsTo } = open("/my-listings", {
      [`PATCH /api/items/${ID}`]: async () => {
        await delayed;
        return refusal(507, "storage_full", "Not today");
      },
    });
    const canoe = within((await screen.findByRole("heading", { name: "Canoe" })).closest("li") as HTMLElement);
    await user.click(canoe.getByRole("button", { name: "More actions for Canoe" }));
    await user.click(await screen.findByRole("menuitem", { name: "Pause" }));
    expect(await canoe.findByText("Paused")).toBeVisible();
    respond();
    expect(await canoe.findByRole("alert")).toHaveTextContent("Not today");
    expect(canoe.getByText("Live")).toBeVisible();
    expect(canoe.queryByText("Paused")).not.toBeInTheDocument();
    expect(callsTo(`PATCH /api/items/${ID}`)[0]?.body).toEqual({ isAvailable: false });
  });

  it("the page of own listings keeps a listing whose deletion is canceled", async () => {
    const { user, callsTo } = open("/my-listings", {});
    await user.click(await screen.findByRole("button", { name: "More actions for Canoe" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Canoe?" }));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(callsTo(`DELETE /api/items/${ID}`)).toEqual([]);
    expect(screen.getByRole("button", { name: "More actions for Canoe" })).toHaveFocus();
  });

  it("the page of own listings are paused, resumed, copied and deleted, and drafts are discarded", async () => {
    const copy = { ...CANOE, id: `${ID.slice(0, -1)}3`, title: "Copy of Canoe", isAvailable: false };
    const draft = { itemId: null, content: { title: "Half a tent" }, updatedAt: CANOE.createdAt };
    let items = [CANOE];
    let drafts = [draft];
    const { user, callsTo } = open("/my-listings", {
      "GET /api/owner/items": () => items,
      "GET /api/owner/drafts": () => drafts,
      "POST /api/owner/drafts/discard": () => {
        drafts = [];
        return { success: true };
      },
      [`PATCH /api/items/${ID}`]: ({ body }) => {
        items = [{ ...CANOE, ...(body as object) }];
        return items[0];
      },
      [`POST /api/items/${ID}/duplicate`]: () => {
        items = [copy, CANOE];
        return copy;
      },
      [`DELETE /api/items/${copy.id}`]: () => {
        items = [CANOE];
        return { success: true };
      },
    });
    const choose = async (title: string, action: string) => {
      await user.click(await screen.findByRole("button", { name: `More actions for ${title}` }));
      await user.click(await screen.findByRole("menuitem", { name: action }));
    };
    const confirm = async (label: string) =>
      user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: label }));

    const listings = within(await screen.findByRole("list", { name: "Your listings" }));
    for (const text of ["Live", "0 views", "No reviews yet", "No upcoming bookings"]) {
      expect(listings.getAllByText(text)[0]).toBeInTheDocument();
    }
    await choose("Half a tent", "Discard");
    await confirm("Discard");
    await waitFor(() => expect(screen.queryByRole("list", { name: "Drafts" })).not.toBeInTheDocument());
    await choose("Canoe", "Pause");
    expect(await listings.findByText("Paused")).toBeVisible();
    await choose("Canoe", "Resume");
    expect(await listings.findByText("Live")).toBeVisible();
    await waitFor(() =>
      expect(callsTo(`PATCH /api/items/${ID}`).map(({ body }) => body)).toEqual([
        { isAvailable: false },
        { isAvailable: true },
      ]),
    );
    await choose("Canoe", "Duplicate");
    expect(await listings.findByRole("heading", { name: "Copy of Canoe" })).toBeVisible();
    await choose("Copy of Canoe", "Delete");
    await confirm("Delete listing");
    await waitFor(() => expect(listings.getAllByRole("heading")).toHaveLength(1));
    expect(callsTo(`DELETE /api/items/${copy.id}`)).toHaveLength(1);
  });

  it("the page of own listings have one action in sight and the others in a menu that the keyboard can use", async () => {
    const { user } = open("/my-listings", {});
    const canoe = within((await screen.findByRole("heading", { name: "Canoe" })).closest("li") as HTMLElement);
    expect(canoe.getAllByRole("link").map((link) => link.getAttribute("aria-label"))).toEqual(["Edit Canoe"]);
    canoe.getByRole("button").focus();
    await user.keyboard("{Enter}");
    const entries = await screen.findAllByRole("menuitem");
    expect(entries.map(({ textContent }) => textContent)).toEqual(["View", "Pause", "Duplicate", "Delete"]);
    expect(entries[0]).toHaveAttribute("href", `/listings/${ID}`);
    for (const next of [0, 1, 2]) {
      await user.keyboard("{ArrowDown}");
      await waitFor(() => expect(entries[next]).toHaveFocus());
    }
    await user.keyboard("{Escape}");
    await waitFor(() => expect(canoe.getByRole("button", { name: "More actions for Canoe" })).toHaveFocus());
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });
});

describe("external calendars of a listing", () => {
  const row: CalendarRow = {
    itemId: ID,
    title: "Canoe",
    cover: null,
    isAvailable: true,
    quantityTotal: 1,
    today: dayAhead(0),
    spans: [],
  };
  const lake: ExternalCalendarView = {
    id: "01900000-0000-7000-8000-00000000ca01",
    name: "Lake",
    url: null,
    lastReadAt: new Date().toISOString(),
    lastProblem: null,
    importedCount: 1,
    conflicts: [],
  };
  const openCalendar = (responses: Answers) =>
    open("/my-listings?tab=calendar", {
      "GET /api/owner/calendar": [row],
      [`GET /api/owner/items/${ID}/calendar-feed`]: { url: "https://nexby.example/api/calendars/x.ics" },
      [`GET /api/owner/items/${ID}/external-calendars`]: [lake],
      ...responses,
    });
  const follows = async () => within(await screen.findByRole("list", { name: "Imported calendars" }));

  it("external calendars of a listing list events that conflict with bookings", async () => {
    const conflict = { summary: "Trip to the lake", startDate: dayAhead(3), endDate: dayAhead(3) };
    openCalendar({ [`GET /api/owner/items/${ID}/external-calendars`]: [{ ...lake, conflicts: [conflict] }] });
    const list = await follows();
    expect(list.getByText(/^Uploaded file · 1 event/)).toBeVisible();
    expect(list.getByText("Events on days that are already booked here")).toBeVisible();
    expect(list.getByText(/: Trip to the lake$/)).toBeVisible();
  });

  it("external calendars of a listing show why a calendar could not be updated", async () => {
    const broken = { ...lake, url: "https://elsewhere.example/a.ics", lastProblem: "There is no calendar" };
    openCalendar({ [`GET /api/owner/items/${ID}/external-calendars`]: [broken] });
    const list = await follows();
    expect(list.getByText("There is no calendar")).toBeVisible();
    expect(list.getByText(/^elsewhere.example · update failed/)).toBeVisible();
  });

  it("external calendars of a listing show why the server rejects a file", async () => {
    const { user, callsTo } = openCalendar({
      [`POST /api/owner/items/${ID}/external-calendars/file`]: refusal(
        400,
        "validation_failed",
        "This isn’t a calendar file",
      ),
    });
    await follows();
    const file = new File(["{}"], "package.ics", { type: "text/calendar" });
    await user.upload(screen.getByLabelText("Calendar file"), file);
    expect(await screen.findByText("This isn’t a calendar file")).toBeVisible();
    expect(callsTo(`POST /api/owner/items/${ID}/external-calendars/file`)).toHaveLength(1);
  });

  it("external calendars of a listing are subscribed to by name and link, and the form is empty again", async () => {
    const call = `POST /api/owner/items/${ID}/external-calendars`;
    const family: ExternalCalendarView = {
      ...lake,
      id: `${ID.slice(0, -1)}4`,
      name: "Family",
      url: "https://a.example",
    };
    const { user, fill, callsTo } = openCalendar({
      [`GET /api/owner/items/${ID}/external-calendars`]: () => (callsTo(call).length > 0 ? [lake, family] : [lake]),
      [call]: { ...family, lastReadAt: null },
    });
    const form = within(await screen.findByRole("form", { name: "Subscribe to a calendar" }));
    const [name, link] = ["Name", "Calendar link"].map((label) => form.getByRole("textbox", { name: label }));
    if (!name || !link) throw new Error("The form has both fields");
    await fill(name, "Family");
    await fill(link, "webcal://a.example/family.ics");
    await user.click(form.getByRole("button", { name: "Subscribe" }));
    expect(await (await follows()).findByText("Family")).toBeVisible();
    await waitFor(() => expect(name).toHaveValue(""));
    expect(link).toHaveValue("");
    expect(callsTo(call).map(({ body }) => body)).toEqual([{ name: "Family", url: "https://a.example/family.ics" }]);
  });

  it.each([
    ["Block", true],
    ["Unblock", false],
  ])("%s sends the chosen first and last day", async (label, isBlocked) => {
    const call = `PUT /api/owner/items/${ID}/blocked-days`;
    const { user, fill, callsTo } = openCalendar({ [call]: row });
    const first = await screen.findByLabelText("First day");
    await fill(first, dayAhead(3));
    await fill(screen.getByLabelText("Last day"), dayAhead(5));
    await user.click(screen.getByRole("button", { name: label }));
    const change = { startDate: dayAhead(3), endDate: dayAhead(5), isBlocked };
    await waitFor(() => expect(callsTo(call).map(({ body }) => body)).toEqual([change]));
    expect(screen.getByText(new RegExp(`^${label}ed `))).toBeVisible();
  });

  it("the calendar form sends a change after the answer to the one before, which it may undo", async () => {
    const call = `PUT /api/owner/items/${ID}/blocked-days`;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user, fill, callsTo } = openCalendar({ [call]: () => answered.then(() => row) });
    await fill(await screen.findByLabelText("First day"), dayAhead(3));
    await fill(screen.getByLabelText("Last day"), dayAhead(5));
    await user.click(screen.getByRole("button", { name: "Block" }));
    await user.click(screen.getByRole("button", { name: "Unblock" }));
    expect(await screen.findByText(/^Unblocked /)).toBeVisible();
    // More than the second change would need to be sent.
    for (let count = 0; count < 5; count += 1) await user.tab();
    expect(callsTo(call)).toHaveLength(1);
    answer();
    await waitFor(() =>
      expect(callsTo(call).map(({ body }) => body)).toMatchObject([{ isBlocked: true }, { isBlocked: false }]),
    );
  });
});
