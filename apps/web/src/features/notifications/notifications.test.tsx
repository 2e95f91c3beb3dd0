import type { NotificationHistoryView } from "@nexby/contract/messaging/notification-settings";
import { NOTIFICATION_TYPES, type NotificationView } from "@nexby/contract/messaging/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";
import { badgeText } from "./components/bell.tsx";
import { historyFilterIn, TYPE_LABELS } from "./screens/notification-history.tsx";

const notification = (changes: Partial<NotificationView> = {}): NotificationView => ({
  id: crypto.randomUUID(),
  type: "other",
  kind: null,
  title: "Something happened",
  message: "This is what.",
  isRead: true,
  createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  actionUrl: null,
  bookingId: null,
  ...changes,
});

async function open(list: NotificationView[], responses: Answers = {}) {
  const app = renderApp(
    "/notifications",
    {
      "GET /api/notifications": () => list,
      "GET /api/notifications/count": () => ({ count: list.filter(({ isRead }) => !isRead).length }),
      ...responses,
    },
    { user: {} },
  );
  const bell = await screen.findByRole("button", { name: /^Notifications/ });
  return { ...app, bell, panel: within(screen.getByRole("main")) };
}

describe("notification list", () => {
  test("[NOTE-01] the notification list shows that it is loading, then that there are no notifications yet", async () => {
    let respond = () => {};
    const delayed = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const empty = "You'll see updates about your rentals and bookings here";
    const { panel } = await open([], { "GET /api/notifications": () => delayed.then(() => []) });
    expect(await panel.findByText("Loading notifications...")).toHaveAttribute("role", "status");
    expect(panel.queryByText("No notifications yet")).not.toBeInTheDocument();
    respond();
    expect(await panel.findByText("No notifications yet")).toBeVisible();
    expect(panel.getByText(empty)).toBeVisible();
    expect(panel.queryByText("Loading notifications...")).not.toBeInTheDocument();
  });

  test("[NOTE-01] the notification list shows neither text when the list can't be loaded", async () => {
    const { panel } = await open([], { "GET /api/notifications": () => refusal(403, "forbidden", "No") });
    expect(await panel.findByRole("alert")).toHaveTextContent("Something went wrong");
    expect(panel.queryByText("No notifications yet")).not.toBeInTheDocument();
    expect(panel.queryByText("Loading notifications...")).not.toBeInTheDocument();
  });

  test("[NOTE-01] the notification list shows notifications instead of the empty panel", async () => {
    const { panel } = await open([notification({ title: "Welcome" })]);
    expect(await panel.findByText("Welcome")).toBeVisible();
    expect(panel.queryByText("No notifications yet")).not.toBeInTheDocument();
  });

  test("[NOTE-01] notification list groups entries about one booking at the place of the newest, and shows those earlier ones that are unread", async () => {
    const [bike, tent] = [crypto.randomUUID(), crypto.randomUUID()];
    const { panel } = await open([
      notification({ title: "Bike: returned", bookingId: bike }),
      notification({ title: "Tent: completed", bookingId: tent }),
      notification({ title: "Bike: paid", bookingId: bike, isRead: false }),
      notification({ title: "Tent: requested", bookingId: tent }),
      notification({ title: "Bike: approved", bookingId: bike }),
      notification({ title: "Bike: requested", bookingId: bike }),
      notification({ title: "Phone verified" }),
      notification({ title: "Welcome" }),
    ]);
    const list = await panel.findByRole("list", { name: "Notifications" });
    const titles = [...list.children].map((group) => group.querySelector("span.block")?.textContent);
    expect(titles).toEqual(["Bike: returned", "Tent: completed", "Phone verified", "Welcome"]);
    expect(within(list).getByText("Bike: paid")).toBeVisible();
    expect(within(list).getByText("Tent: requested")).not.toBeVisible();
    expect(within(list).getByText("Bike: approved")).not.toBeVisible();
    expect(within(list).getByText("1 earlier update about this booking")).toBeVisible();
    expect(within(list).getByText("2 earlier updates about this booking")).toBeVisible();
  });

  test("[NOTE-01] the notification list is the same in the panel of the bell", async () => {
    const { user, bell } = await open([]);
    await user.click(bell);
    const opened = within(await screen.findByRole("region", { name: "Notifications" }));
    expect(await opened.findByText("No notifications yet")).toBeVisible();
    expect(opened.getByRole("heading", { level: 2, name: "Notifications" })).toBeVisible();
    expect(opened.getByRole("link", { name: "All notifications" })).toHaveAttribute("href", "/notifications");
    expect(opened.getByText("You'll see updates about your rentals and bookings here")).toBeVisible();
  });

  test("[NOTE-01] the notification list marks a notification chosen in the panel of the bell as read, and closes the panel", async () => {
    const unread = notification({ isRead: false, title: "Chosen" });
    const { user, bell, callsTo } = await open([unread], {
      [`PUT /api/notifications/${unread.id}/read`]: { success: true },
    });
    await user.click(bell);
    const opened = within(await screen.findByRole("region", { name: "Notifications" }));
    await user.click(await opened.findByRole("button", { name: /Chosen/ }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Notifications" })).toBeNull());
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${unread.id}/read`)).toHaveLength(1));
  });

  test("[NOTE-02] the notification list shows each entry's title, message and age, and which ones are unread", async () => {
    const { bell, panel } = await open([notification({ title: "New", isRead: false }), notification({ title: "Old" })]);
    await panel.findByText("New");
    await waitFor(() => expect(bell).toHaveAccessibleName("Notifications, 1 unread"));
    expect(entriesOf("Notifications")).toEqual(["NewThis is what.3 hours agoUnread", "OldThis is what.3 hours ago"]);
  });

  test("[NOTE-01] [NOTE-02] the notification list shows notifications as unread again when the server rejects marking them", async () => {
    let respond = () => {};
    const delayed = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { user, bell, panel } = await open([notification({ isRead: false })], {
      "PUT /api/notifications/read-all": async () => {
        await delayed;
        return refusal(404, "not_found", "No");
      },
    });
    await waitFor(() => expect(bell).toHaveTextContent("1"));
    await user.click(await panel.findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(panel.queryByText("Unread")).not.toBeInTheDocument());
    expect(bell).not.toHaveTextContent("1");
    respond();
    expect(await panel.findByText("Unread")).toBeInTheDocument();
    expect(bell).toHaveTextContent("1");
    expect(await screen.findByText("Not marked as read")).toBeVisible();
  });

  test("[CALL-05] notification list refetches the list and the count after a write", async () => {
    const list = [notification({ isRead: false })];
    const { user, panel, callsTo } = await open(list, {
      "PUT /api/notifications/read-all": () => {
        list.splice(0, 1, notification());
        return { success: true };
      },
    });
    await user.click(await panel.findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(callsTo("GET /api/notifications")).toHaveLength(2));
    await waitFor(() => expect(callsTo("GET /api/notifications/count")).toHaveLength(2));
  });

  test("the notification list sends no request when everything is read", async () => {
    const { user, panel, callsTo } = await open([notification()]);
    await user.click(await panel.findByRole("button", { name: "Mark all as read" }));
    expect(callsTo("PUT /api/notifications/read-all")).toEqual([]);
  });

  test("[STATE-06] [NOTE-02] the notification list marks a notification without a page as read when it is clicked", async () => {
    const unread = notification({ isRead: false, title: "Elsewhere", actionUrl: "https://elsewhere.example/" });
    const { user, panel, callsTo } = await open([unread], {
      [`PUT /api/notifications/${unread.id}/read`]: { success: true },
    });
    await user.click(await panel.findByRole("button", { name: /Elsewhere/ }));
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${unread.id}/read`)).toHaveLength(1));
    expect(location.pathname).toBe("/notifications");
  });

  test("[STATE-06] [NOTE-02] the notification list opens the page of a clicked notification and marks it as read", async () => {
    const unread = notification({ isRead: false, title: "Ours", actionUrl: "/how-it-works" });
    const { user, panel, callsTo } = await open([unread], {
      [`PUT /api/notifications/${unread.id}/read`]: { success: true },
    });
    await user.click(await panel.findByRole("link", { name: /Ours/ }));
    await waitFor(() => expect(location.pathname).toBe("/how-it-works"));
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${unread.id}/read`)).toHaveLength(1));
  });

  test("[NOTE-02] the notification list links to pages of this site only", async () => {
    const { user, panel } = await open([
      notification({ title: "Elsewhere", actionUrl: "https://elsewhere.example/" }),
      notification({ title: "Sly", actionUrl: "//elsewhere.example/" }),
      notification({ title: "Ours", actionUrl: "/how-it-works", type: "message" }),
    ]);
    expect(await panel.findAllByText("This is what.")).toHaveLength(3);
    expect(panel.getAllByText("3 hours ago")).toHaveLength(3);
    const links = within(panel.getByRole("list", { name: "Notifications" })).getAllByRole("link");
    expect(links).toHaveLength(1);
    await user.click(links[0] as HTMLElement);
    await waitFor(() => expect(location.pathname).toBe("/how-it-works"));
  });
});

const notice = (index: number, changes: Partial<NotificationView>): NotificationView => ({
  id: `01900000-0000-7000-8000-00000000700${index}`,
  type: "system",
  kind: null,
  title: `Notice ${index}`,
  message: "Something happened.",
  isRead: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  actionUrl: null,
  bookingId: null,
  ...changes,
});

const here = () => location.pathname + location.search;
const entriesOf = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("notifications page", () => {
  test("[CALL-05] [STATE-06] the notifications page lists notifications and marks all of them as read", async () => {
    let isRead = false;
    const { user, callsTo } = renderApp(
      "/notifications",
      {
        "GET /api/notifications": () => [notice(1, { title: "Welcome to Nexby", isRead })],
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
  const past = (index: number, changes: Partial<NotificationHistoryView>): NotificationHistoryView => ({
    ...notice(index, {}),
    why: "You got this because it's about your account.",
    deliveries: [],
    ...changes,
  });
  const all = [
    past(1, { title: "Approved", type: "system" }),
    past(2, { title: "Paid", type: "payment" }),
    past(3, { title: "Welcome", isRead: true }),
  ];

  /** Returns one notification per page, filtered like the server. */
  const open = (path: string) =>
    renderApp(
      path,
      {
        "GET /api/notification-history": ({ search }) => {
          const [type, isRead, cursor] = [search.get("type"), search.get("isRead"), Number(search.get("cursor") ?? 0)];
          const found = all.filter(
            (entry) => (!type || entry.type === type) && (!isRead || String(entry.isRead) === isRead),
          );
          const next = new URLSearchParams({ ...Object.fromEntries(search), cursor: String(cursor + 1) });
          const headers: HeadersInit =
            found.length > cursor + 1 ? { link: `</api/notification-history?${next}>; rel="next"` } : {};
          return Response.json(found.slice(cursor, cursor + 1), { headers });
        },
      },
      { user: {} },
    );

  test("[NOTE-02] the history pages through the notifications that match the URL", async () => {
    const { user } = open("/notification-history?isRead=false");
    await screen.findByText("Approved");
    expect(entriesOf("Notification history")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await screen.findByText("Paid");
    expect(entriesOf("Notification history")).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument());
  });

  test("[STATE-06] the notification history marks an entry as read and opens its page when it is clicked", async () => {
    const entry = past(4, { actionUrl: "/how-it-works" });
    const { user, callsTo } = renderApp(
      "/notification-history",
      {
        "GET /api/notification-history": [entry],
        [`PUT /api/notifications/${entry.id}/read`]: { ...entry, isRead: true },
      },
      { user: {} },
    );
    await user.click(await screen.findByRole("link", { name: /Notice 4/ }));
    await waitFor(() => expect(here()).toBe("/how-it-works"));
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${entry.id}/read`)).toHaveLength(1));
  });

  test("[PREF-01] the notification history says why someone got a notification and what happened on other channels", async () => {
    const delivery = { channel: "email", attempts: 1, at: "2026-01-01T12:00:00.000Z", reason: null } as const;
    const deliveries: NotificationHistoryView["deliveries"] = [
      { ...delivery, status: "sent" },
      { ...delivery, channel: "sms", status: "canceled", reason: "read" },
      { ...delivery, channel: "push", status: "skipped", reason: "no_device" },
    ];
    const { user, callsTo } = renderApp(
      "/notification-history",
      {
        "GET /api/notification-history": [past(5, { why: "You got this because you saved this search.", deliveries })],
      },
      { user: {} },
    );
    await screen.findByText("You got this because you saved this search.");
    expect(screen.getByText(/^Email sent Jan 1, 2026/)).toBeVisible();
    expect(screen.getByText("No SMS: you had read it here")).toBeVisible();
    expect(screen.queryByText(/push/i, { selector: "li" })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText("Sent by"), "SMS");
    await waitFor(() => expect(callsTo("GET /api/notification-history").at(-1)?.search.get("channel")).toBe("sms"));
  });

  test("[NOTE-02] notification history filters by type and read state, and keeps the filters in the URL", async () => {
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

test.each([
  [0, null],
  [1, "1"],
  [99, "99"],
  [100, "99+"],
  [2_000, "99+"],
])("[NOTE-01] the bell shows %i unread as %s", (unread, text) => expect(badgeText(unread)).toBe(text));

const filterOf = (search: string) => historyFilterIn(new URLSearchParams(search));

test("the history reads the type and the read state from the URL", () => {
  expect(filterOf("")).toEqual({ type: null, isRead: null, channel: null });
  expect(filterOf("type=payment&isRead=false")).toEqual({ type: "payment", isRead: "false", channel: null });
});

test.each(["type=gossip", "type=toString", "isRead=maybe"])("the history ignores unknown values: %s", (search) => {
  expect(filterOf(search)).toEqual({ type: null, isRead: null, channel: null });
});

test("[NOTE-02] every type can be selected", () => {
  expect(Object.keys(TYPE_LABELS).sort()).toEqual([...NOTIFICATION_TYPES].sort());
});
