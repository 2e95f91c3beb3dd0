import type { AuditEntryView } from "@nexby/contract/admin/audit-log";
import type { ClockJobsView, ClockView } from "@nexby/contract/admin/operations";
import { type PlatformSettings, platformSettings } from "@nexby/contract/admin/settings";
import type { ManagedCategoryView } from "@nexby/contract/listings/categories";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const openAsAdmin = (view: string, responses: Answers) =>
  renderApp(`/admin?view=${view}`, responses, { user: { isAdmin: true } });
const dialog = async () => within(await screen.findByRole("alertdialog"));
const change = (field: string, before: unknown, after: unknown, action = "update"): AuditEntryView => ({
  id: PERSON.id,
  at: "2026-06-01T12:00:00.000Z",
  by: "Ada Admin",
  action,
  changes: [{ field, before, after }],
});

const category = (name: string, position: number, itemCount: number): ManagedCategoryView => ({
  id: `01900000-0000-7000-8000-00000000003${position}`,
  name,
  slug: name.toLowerCase(),
  icon: null,
  listerCommissionRate: "5.00",
  renterCommissionRate: "2.50",
  commissionRate: "5.00",
  position,
  itemCount,
});

it("the category page rejects a category without a free name, and moves, renames and deletes one", async () => {
  const tools = category("Tools", 1, 4);
  let boats = category("Boats", 2, 0);
  let all = [tools, boats];
  const path = "/api/admin/categories";
  const taken = "A category with this name already exists. Please choose another name.";
  const { user, fill, callsTo } = openAsAdmin("categories", {
    [`GET ${path}`]: () => all,
    [`POST ${path}`]: refusal(409, "category_exists", taken, [{ field: "name", message: taken }]),
    [`PATCH ${path}/${boats.id}`]: ({ body }) => {
      boats = { ...boats, ...(body as object) };
      all = [boats, tools];
      return boats;
    },
    [`DELETE ${path}/${boats.id}`]: () => {
      all = [tools];
      return {};
    },
  });
  await user.click(await screen.findByRole("button", { name: "Add category" }));
  const form = await dialog();
  const [name, fee] = ["Name", "Renter fee (%)"].map((label) => form.getByRole("textbox", { name: label }));
  if (!name || !fee) throw new Error("The form has both fields");
  await fill(fee, "lots");
  await user.click(form.getByRole("button", { name: "Add category" }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(/^Name is required/));
  expect(fee).toHaveAccessibleDescription(/^Please enter a percentage such as 7.25/);
  await fill(fee, "2.5");
  await fill(name, "tools");
  await user.click(form.getByRole("button", { name: "Add category" }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(taken));
  await user.click(form.getByRole("button", { name: "Cancel" }));

  expect(screen.queryByRole("button", { name: "Delete Tools" }), "listings are in it").toBeNull();
  expect(screen.getByRole("button", { name: "Move Boats down" })).toHaveAttribute("aria-disabled", "true");
  await user.click(screen.getByRole("button", { name: "Move Boats up" }));
  expect(await screen.findByText("Boats moved to position 1")).toBeVisible();
  expect(callsTo(`PATCH ${path}/${boats.id}`)[0]?.body).toEqual({ position: 1 });
  await waitFor(() => expect(screen.getAllByRole("row")[1]).toHaveTextContent("Boats"));
  expect(screen.getByRole("button", { name: "Move Boats up" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Edit Boats" }));
  const edited = await dialog();
  expect(edited.getByRole("textbox", { name: "Renter fee (%)" })).toHaveValue("2.50");
  await fill(edited.getByRole("textbox", { name: "Name" }), "Boards");
  await user.click(edited.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Boards saved")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Delete Boards" }));
  await user.click((await dialog()).getByRole("button", { name: "Delete category" }));
  expect(await screen.findByText("Boards deleted")).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
});

it("the settings page saves valid settings only, resets one to its default, and shows who changed what", async () => {
  let settings: PlatformSettings = platformSettings.parse({});
  const { user, fill, callsTo } = openAsAdmin("settings", {
    "GET /api/admin/settings": () => settings,
    "PATCH /api/admin/settings": ({ body }) => (settings = { ...settings, ...(body as object) }),
    "GET /api/admin/settings/history": [change("ownerCancelPenaltyCents", 0, 2550)],
  });
  const toggle = await screen.findByRole("switch", { name: "Approve verified accounts automatically" });
  await user.click(toggle);
  await waitFor(() => expect(toggle).toBeChecked());
  const group = (name: string) => within(screen.getByRole("form", { name }));
  const insurance = () => group("Insurance").getByRole("textbox", { name: "Insurance (%)" });
  const terms = group("Insurance").getByRole("textbox", { name: "Link to its terms" });
  const saveInsurance = () => user.click(group("Insurance").getByRole("button", { name: "Save" }));
  await fill(insurance(), "101");
  await fill(group("Insurance").getByRole("textbox", { name: "Insurer" }), "Example Mutual");
  await saveInsurance();
  await waitFor(() => expect(insurance()).toHaveAccessibleDescription(/Insurance must be from 0 to 100/));
  await fill(insurance(), "12.5");
  await saveInsurance();
  await waitFor(() => expect(terms).toHaveAccessibleDescription(/Please enter the link to the insurer’s terms/));
  await fill(terms, "https://insurer.example/terms");
  await saveInsurance();
  expect(await group("Insurance").findByText("Saved")).toBeVisible();
  await user.click(group("Prices").getByRole("checkbox", { name: "Delivery" }));
  await user.click(group("Prices").getByRole("button", { name: "Save" }));
  expect(await group("Prices").findByText("Saved")).toBeVisible();
  await fill(group("Cancellations").getByRole("textbox", { name: "Owner penalty ($)" }), "25.50");
  await user.click(group("Cancellations").getByRole("button", { name: "Save" }));
  expect(await group("Cancellations").findByText("Saved")).toBeVisible();
  const most = () => group("Lost items").getByRole("textbox", { name: "Most per lost unit ($)" });
  expect(most()).toHaveValue("200.00");
  await fill(most(), "1000.01");
  await user.click(group("Lost items").getByRole("button", { name: "Save" }));
  await waitFor(() => expect(most()).toHaveAccessibleDescription(/Amount must be at most \$1,000/));
  await fill(most(), "350");
  await user.click(group("Lost items").getByRole("button", { name: "Save" }));
  expect(await group("Lost items").findByText("Saved")).toBeVisible();
  expect(settings).toMatchObject({
    insurerName: "Example Mutual",
    insuranceTermsUrl: "https://insurer.example/terms",
  });
  expect(settings).toMatchObject({ insuranceRate: 12.5, ownerCancelPenaltyCents: 2550, unvaluedLossCents: 35_000 });
  expect(settings.taxedLines).toContain("delivery");
  const history = await screen.findByRole("list", { name: "Settings history" });
  await waitFor(() => expect(history).toHaveTextContent(/Owner penalty: \$0 → \$25\.50.*Ada/));

  await user.click(screen.getByRole("button", { name: "Reset Insurance" }));
  await waitFor(() => expect(insurance()).toHaveValue("10"));
  expect(screen.queryByRole("button", { name: "Reset Insurance" })).toBeNull();
  expect(callsTo("PATCH /api/admin/settings").at(-1)?.body).toEqual({ insuranceRate: 10 });
});

it("the time machine moves the clock to a time in the future only, and lists what happened", async () => {
  let clock: ClockView = { now: new Date().toISOString(), aheadSeconds: 0, canMove: true, journey: null };
  const jobs: ClockJobsView = {
    unfinished: 0,
    finished: 2,
    events: [
      { kind: "notification", id: "1", at: clock.now, firstName: "Omar", title: "It's time to review your rental" },
      { ...{ kind: "booking", id: "2", at: clock.now }, bookingId: "b1", item: "Kayak", type: "close", by: "system" },
    ],
    failures: [{ id: "3", jobType: "run_refund", reason: "The provider is down", isTriedAgain: true }],
    next: { jobType: "delete_unused_menu", at: clock.now },
  };
  const { user, fill, callsTo } = openAsAdmin("time-machine", {
    "GET /api/admin/clock": () => clock,
    "GET /api/admin/clock/jobs": jobs,
    "POST /api/admin/clock": ({ body }) => {
      const { to } = body as { to: string };
      const journey = { from: clock.now, to, aim: to };
      clock = { ...clock, now: to, aheadSeconds: 35 * 86_400, journey };
      return clock;
    },
  });
  const field = await screen.findByLabelText("Or choose a date and time");
  await user.click(screen.getByRole("button", { name: "Move to this time" }));
  expect(field).toHaveAccessibleDescription("Please choose a time in the future");
  await fill(field, new Date(Date.now() + 35 * 86_400_000).toISOString().slice(0, 16));
  await user.click(screen.getByRole("button", { name: "Move to this time" }));
  await user.click((await dialog()).getByRole("button", { name: "Move the clock" }));
  expect(await screen.findByText("35 days ahead of real time")).toBeVisible();
  expect(callsTo("POST /api/admin/clock")[0]?.body).toMatchObject({ stopsAtJobs: true });
  const happened = within(await screen.findByRole("list", { name: "What happened, newest first" }));
  expect(happened.getAllByRole("listitem").map((entry) => within(entry).getByRole("paragraph").textContent)).toEqual([
    "Omar was notified: “It’s time to review your rental”",
    "Kayak: Rental completed",
  ]);
  expect(happened.getByRole("link", { name: "Kayak" })).toHaveAttribute("href", "/my-bookings/b1");
  expect(screen.getByText("Send refunds: The provider is down (we’ll try again)")).toBeVisible();
  expect(screen.getByText(/^2 jobs ran\. Next: Delete unused menus, /)).toBeVisible();
  expect(screen.getByText("All done")).toBeVisible();
});
