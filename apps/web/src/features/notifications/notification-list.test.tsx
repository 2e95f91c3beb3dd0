import type { NotificationView } from "@nexby/contract/messaging/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answers, refusal, renderApp } from "../../testing/render-app.tsx";

const notification = (changes: Partial<NotificationView> = {}): NotificationView => ({
  id: crypto.randomUUID(),
  type: "other",
  kind: null,
  title: "Something happened",
  message: "This is what.",
  isRead: true,
  createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  actionUrl: null,
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
  it("shows notifications as unread again when the server rejects marking them", async () => {
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

  it("[CALL-05] refetches the list and the count after a write", async () => {
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

  it("sends no request when everything is read", async () => {
    const { user, panel, callsTo } = await open([notification()]);
    await user.click(await panel.findByRole("button", { name: "Mark all as read" }));
    expect(callsTo("PUT /api/notifications/read-all")).toEqual([]);
  });

  it("[STATE-06] marks a notification without a page as read when it is clicked", async () => {
    const unread = notification({ isRead: false, title: "Elsewhere", actionUrl: "https://elsewhere.example/" });
    const { user, panel, callsTo } = await open([unread], {
      [`PUT /api/notifications/${unread.id}/read`]: { success: true },
    });
    await user.click(await panel.findByRole("button", { name: /Elsewhere/ }));
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${unread.id}/read`)).toHaveLength(1));
    expect(location.pathname).toBe("/notifications");
  });

  it("[STATE-06] opens the page of a clicked notification and marks it as read", async () => {
    const unread = notification({ isRead: false, title: "Ours", actionUrl: "/how-it-works" });
    const { user, panel, callsTo } = await open([unread], {
      [`PUT /api/notifications/${unread.id}/read`]: { success: true },
    });
    await user.click(await panel.findByRole("link", { name: /Ours/ }));
    await waitFor(() => expect(location.pathname).toBe("/how-it-works"));
    await waitFor(() => expect(callsTo(`PUT /api/notifications/${unread.id}/read`)).toHaveLength(1));
  });

  it("links to pages of this site only", async () => {
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
