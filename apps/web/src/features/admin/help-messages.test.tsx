import type { ReceivedHelpMessageView } from "@nexby/contract/content/support";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { PERSON, renderApp } from "../../testing/render-app.tsx";

it("[DATA-13] the support page lists messages to support with who wrote them, and an admin updates one", async () => {
  const message: ReceivedHelpMessageView = {
    id: PERSON.id,
    subject: "A question",
    message: "How do I cancel?",
    status: "open",
    priority: "normal",
    name: "Robin Vale",
    email: "robin@nexby.example",
    adminNotes: null,
    createdAt: "2026-06-01T00:00:00.000Z",
  };
  const updated = { ...message, status: "resolved", priority: "high", adminNotes: "Called back" } as const;
  const isDone = () => callsTo(`PUT /api/admin/help-messages/${PERSON.id}`).length > 0;
  const { user, callsTo } = renderApp(
    "/admin?view=tasks",
    {
      "GET /api/admin/users": [],
      "GET /api/admin/suspended-bookings": [],
      "GET /api/admin/failed-refunds": [],
      "GET /api/admin/help-messages": ({ search }) => {
        if (search.get("group") === "open") return isDone() ? [] : [message];
        return isDone() ? [updated] : [];
      },
      [`PUT /api/admin/help-messages/${PERSON.id}`]: updated,
    },
    { user: { isAdmin: true } },
  );
  const open = within(await screen.findByRole("region", { name: "Messages to support" }));
  expect(await open.findByRole("link", { name: "robin@nexby.example" })).toHaveAttribute(
    "href",
    "mailto:robin@nexby.example",
  );
  expect(open.getByText("How do I cancel?")).toBeVisible();
  await user.click(open.getByRole("button", { name: "Update: A question" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Status" }), "Resolved");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Priority" }), "High priority");
  await user.type(dialog.getByRole("textbox", { name: "Notes (optional)" }), "Called back");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await open.findByText("No messages wait for an answer.")).toBeVisible();
  const done = within(screen.getByRole("region", { name: "Answered messages" }));
  expect(await done.findByText("Called back")).toBeVisible();
  expect(callsTo(`PUT /api/admin/help-messages/${PERSON.id}`).map(({ body }) => body)).toEqual([
    { status: "resolved", priority: "high", adminNotes: "Called back" },
  ]);
});
