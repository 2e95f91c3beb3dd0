import type { NotificationView } from "@nexby/contract/messaging/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

const notification = (index: number, changes: Partial<NotificationView>): NotificationView => ({
  id: `01900000-0000-7000-8000-00000000700${index}`,
  type: "system",
  kind: null,
  title: `Notice ${index}`,
  message: "Something happened.",
  isRead: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  actionUrl: null,
  ...changes,
});

const here = () => location.pathname + location.search;
const entriesOf = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("notifications page", () => {
  it("[CALL-05] [STATE-06] lists notifications and marks all of them as read", async () => {
    let isRead = false;
    const { user, callsTo } = renderApp(
      "/notifications",
      {
        "GET /api/notifications": () => [notification(1, { title: "Welcome to Nexby", isRead })],
        "GET /api/notifications/count": () => ({ count: isRead ? 0 : 1 }),
        "PUT /api/notifications/read-all": () => {
          isRead = true;
          return { count: 1 };
        },
      },
      { user: {} },
    );
    await screen.findByRole("heading", { level: 1, name: "Notifications" });
    const main = within(screen.getByRole("main"));
    await main.findByText("Welcome to Nexby");
    expect(entriesOf("Notifications")).toEqual([expect.stringContaining("Unread")]);
    await user.click(main.getByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(entriesOf("Notifications")).toEqual([expect.not.stringContaining("Unread")]));
    expect(callsTo("PUT /api/notifications/read-all")).toHaveLength(1);
  });
});

describe("notification history", () => {
  const all = [
    notification(1, { title: "Approved", type: "system" }),
    notification(2, { title: "Paid", type: "payment" }),
    notification(3, { title: "Welcome", isRead: true }),
  ];

  /** Returns one notification per page, filtered like the server. */
  const open = (path: string) =>
    renderApp(
      path,
      {
        "GET /api/notifications": ({ search }) => {
          const [type, isRead, cursor] = [search.get("type"), search.get("isRead"), Number(search.get("cursor") ?? 0)];
          const found = all.filter(
            (entry) => (!type || entry.type === type) && (!isRead || String(entry.isRead) === isRead),
          );
          const next = new URLSearchParams({ ...Object.fromEntries(search), cursor: String(cursor + 1) });
          const headers: HeadersInit =
            found.length > cursor + 1 ? { link: `</api/notifications?${next}>; rel="next"` } : {};
          return Response.json(found.slice(cursor, cursor + 1), { headers });
        },
      },
      { user: {} },
    );

  it("pages through the notifications that match the URL", async () => {
    const { user } = open("/notification-history?isRead=false");
    await screen.findByText("Approved");
    expect(entriesOf("Notification history")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByText("Paid");
    expect(entriesOf("Notification history")).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument());
  });

  it("[STATE-06] marks an entry as read and opens its page when it is clicked", async () => {
    const entry = notification(4, { actionUrl: "/how-it-works" });
    const { user, callsTo } = renderApp(
      "/notification-history",
      { "GET /api/notifications": [entry], [`PUT /api/notifications/${entry.id}/read`]: { ...entry, isRead: true } },
      { user: {} },
    );
    await user.click(await screen.findByRole("link", { name: /Notice 4/ }));
    await waitFor(() => expect(here()).toBe("/how-it-works"));
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${entry.id}/read`)).toHaveLength(1));
  });

  it("filters by type and read state, and keeps the filters in the URL", async () => {
    const { user } = open("/notification-history?isRead=true");
    await screen.findByText("Welcome");
    await user.selectOptions(screen.getByLabelText("Type"), "Payments");
    await waitFor(() => expect(here()).toBe("/notification-history?type=payment&isRead=true"));
    await screen.findByText("No notifications match these filters.");
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(here()).toBe("/notification-history"));
    await screen.findByText("Approved");
    await user.selectOptions(screen.getByLabelText("Status"), "Read");
    await screen.findByText("Welcome");
    expect(entriesOf("Notification history")).toHaveLength(1);
  });
});
