import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const QUESTIONS = 8;
const SENT = {
  id: "01900000-0000-7000-8000-0000000000aa",
  subject: "A question",
  message: "Do you rent kayaks?",
  status: "open",
  priority: "normal",
  createdAt: "2026-01-01T00:00:00.000Z",
};

async function openHelp(responses: Answers = {}) {
  const app = renderApp("/help-center", responses);
  await screen.findByRole("form", { name: "Contact us" });
  // The form remounts once the session has loaded.
  await waitFor(() => expect(app.client.isFetching()).toBe(0));
  const form = within(screen.getByRole("form", { name: "Contact us" }));
  return { ...app, form, send: () => app.user.click(form.getByRole("button", { name: "Send message" })) };
}

describe("contact form", () => {
  it("[HELP-01] the contact form reports every missing field and sends nothing", async () => {
    const { form, send, callsTo } = await openHelp();
    await send();
    for (const [field, text] of [
      ["Name", "Name is required"],
      ["Email", "Please enter a valid email address"],
      ["Subject", "Subject is required"],
      ["Message", "Message is required"],
    ] as const) {
      await waitFor(() => expect(form.getByRole("textbox", { name: field })).toHaveAccessibleDescription(text));
    }
    expect(callsTo("POST /api/help-messages")).toEqual([]);
  });

  it("[HELP-01] the contact form sends a visitor's message and then offers an empty form", async () => {
    const { user, form, fill, send, callsTo } = await openHelp({ "POST /api/help-messages": SENT });
    const values = {
      Name: "Iris Lake",
      Email: "iris@nexby.example",
      Subject: "A question",
      Message: "Do you rent kayaks?",
    };
    for (const [name, text] of Object.entries(values)) await fill(form.getByRole("textbox", { name }), text);
    await send();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Your message was sent" })).toHaveFocus());
    expect(callsTo("POST /api/help-messages").map(({ body }) => body)).toEqual([
      { name: "Iris Lake", email: "iris@nexby.example", subject: "A question", message: "Do you rent kayaks?" },
    ]);
    expect(screen.getByText("Open")).toBeVisible();
    expect(screen.queryByRole("link", { name: "See my messages" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Send another message" }));
    expect(await screen.findByRole("textbox", { name: "Message" })).toHaveValue("");
  });

  it("[HELP-01] [STATE-02] the contact form keeps what a user wrote when their session ends, and sends it", async () => {
    const { pass } = useQuickTime();
    const server = { isSignedIn: true };
    const { user, fill, callsTo } = renderApp("/help-center", {
      "GET /api/auth/user": () => (server.isSignedIn ? PERSON : refusal(401, "unauthorized", "Unauthorized")),
      "POST /api/help-messages": SENT,
    });
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Robin Vale"));
    await fill(screen.getByRole("textbox", { name: "Subject" }), "A question");
    await fill(screen.getByRole("textbox", { name: "Message" }), "Do you rent kayaks?");
    server.isSignedIn = false;
    await pass(30_000);
    expect((await screen.findAllByRole("link", { name: "Sign In" }))[0]).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send message" }));
    expect(await screen.findByRole("heading", { name: "Your message was sent" })).toBeVisible();
    expect(callsTo("POST /api/help-messages").map(({ body }) => body)).toEqual([
      { name: "Robin Vale", email: PERSON.email, subject: "A question", message: "Do you rent kayaks?" },
    ]);
  });
});

describe("question search", () => {
  it("the question search finds answers by their text and shows the count", async () => {
    const { user, fill, container } = await openHelp();
    const entries = () => [...container.querySelectorAll("details")];
    const search = screen.getByRole("searchbox", { name: "Search questions" });
    expect(entries()).toHaveLength(QUESTIONS);
    await fill(search, "six-digit");
    expect(entries().map((entry) => entry.querySelector("summary")?.textContent)).toEqual([
      "How do I verify my email and phone?",
    ]);
    expect(screen.getByText("1 answer")).toHaveAttribute("role", "status");
    await fill(search, "zeppelin");
    expect(screen.getByText(/^No questions match\./)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    expect(entries()).toHaveLength(QUESTIONS);
  });
});
