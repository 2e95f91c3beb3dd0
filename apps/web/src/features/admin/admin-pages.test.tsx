import type { AccountView } from "@nexby/contract/admin/accounts";
import type { PolicyVersionView } from "@nexby/contract/content/policies";
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
  it("are linked by one menu that marks the current page", async () => {
    const { user } = openAsAdmin("/admin");
    for (const [label, title] of [
      ["Disputes", "Dispute administration"],
      ["Fraud detection", "Fraud detection"],
      ["Agreement templates", "Rental agreement templates"],
      ["Terms", "Terms and Conditions"],
      ["Privacy policy", "Privacy Policy"],
      ["Accounts", "Admin Dashboard"],
    ] as const) {
      const link = () =>
        within(screen.getByRole("navigation", { name: "Administration" })).getByRole("link", { name: label });
      await screen.findByRole("navigation", { name: "Administration" });
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

  it("list the channels through which no message is sent", async () => {
    const warnings = ["SMTP_URL is not set: emails are stored, but not sent"];
    openAsAdmin("/admin/disputes", { "GET /api/admin/setup-warnings": warnings });
    const title = await screen.findByText("This installation is incomplete");
    const listed = within(title.parentElement as HTMLElement).getAllByRole("listitem");
    expect(textsOf(listed)).toEqual(warnings);
  });

  it("list accounts with their risk signals", async () => {
    openAsAdmin("/admin/fraud-detection?tab=accounts", { "GET /api/admin/users": [NEWT] });
    const row = within((await screen.findByText("Newt Newcomer")).closest("tr") as HTMLElement);
    expect(row.getByText(PERSON.email)).toBeVisible();
    expect(textsOf(row.getAllByRole("listitem"))).toEqual(["Email not verified", "Phone not verified", "Not approved"]);
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
    const changes = within(await screen.findByRole("list", { name: "Changes to the active text" }));
    expect(textsOf(changes.getAllByRole("listitem"))).toEqual([
      "−Removed: First line",
      "+Added: A new first line",
      " Be kind.",
      "+Added: ",
      "+Added: A last line",
    ]);

    await user.click(screen.getByRole("button", { name: "Save as new version" }));
    expect(await screen.findByText("Version 5 is saved")).toBeVisible();
    expect(callsTo(`POST ${path}`).map(({ body }) => body)).toEqual([{ content: draft }]);
    await user.click(await screen.findByRole("button", { name: "Publish version 5" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Publish version 5?" }));
    expect(dialog.getByText(/It replaces version 4 at once, for everybody\./)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Version 5 is published")).toBeVisible();
    expect(callsTo(`POST ${path}/5/activate`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  });
});
