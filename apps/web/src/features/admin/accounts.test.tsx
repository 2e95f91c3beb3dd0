import type { AccountView } from "@nexby/contract/admin/accounts";
import type { CountedSearchView } from "@nexby/contract/discovery/search";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

const ADMIN = { user: { isAdmin: true } };

function account(name: string, changes: Partial<AccountView> = {}): AccountView {
  const [firstName = "", lastName = ""] = name.split(" ");
  return {
    id: `01900000-0000-7000-8000-${firstName.padEnd(12, "0").toLowerCase()}`,
    email: `${firstName.toLowerCase()}@nexby.example`,
    firstName,
    lastName,
    phoneNumber: null,
    city: "Maplewood",
    state: "NJ",
    profileImageUrl: null,
    isAdmin: false,
    isApproved: true,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    suspendedAt: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    allowedActions: ["suspend"],
    ...changes,
  };
}

const rows = () =>
  within(screen.getByRole("list", { name: "Accounts" })).getAllByText(/^\w+ \w+$/, { selector: "span" });

describe("admin account list", () => {
  it("the admin account list asks for a reason before suspending, and returns focus when canceled", async () => {
    const sid = account("Sid Suspect");
    let isSuspended = false;
    const { user, fill, callsTo } = renderApp(
      "/admin?status=all",
      {
        "GET /api/admin/users": () => [isSuspended ? { ...sid, allowedActions: ["reinstate"] } : sid],
        [`POST /api/admin/users/${sid.id}/suspend`]: () => {
          isSuspended = true;
          return sid;
        },
      },
      ADMIN,
    );
    const opener = await screen.findByRole("button", { name: "Suspend Sid Suspect" });
    await user.click(opener);
    const dialog = await screen.findByRole("alertdialog", { name: "Suspend Sid Suspect?" });
    await user.click(within(dialog).getByRole("button", { name: "Suspend" }));
    const reason = within(dialog).getByRole("textbox", { name: "Reason" });
    await waitFor(() => expect(reason).toHaveAccessibleDescription(/^Please give a reason/));
    await waitFor(() => expect(reason).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(opener).toHaveFocus());
    expect(callsTo(`POST /api/admin/users/${sid.id}/suspend`)).toEqual([]);

    await user.keyboard("{Enter}");
    await fill(await screen.findByRole("textbox", { name: "Reason" }), "Sells what should be rented");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Suspend" }));
    expect(await screen.findByText("Sid Suspect is suspended")).toBeVisible();
    expect(callsTo(`POST /api/admin/users/${sid.id}/suspend`)[0]?.body).toEqual({
      reason: "Sells what should be rented",
    });
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(screen.getByRole("tabpanel", { name: "All" })).toContainElement(document.activeElement as HTMLElement);
  });

  it.each([
    ["approve", "Approve", "Sid Suspect is approved"],
    ["reinstate", "Reinstate", "Sid Suspect is reinstated"],
  ] as const)("the admin account list sends the reason to %s an account", async (action, label, done) => {
    const sid = account("Sid Suspect", { allowedActions: [action] });
    const call = `POST /api/admin/users/${sid.id}/${action}`;
    const { user, fill, callsTo } = renderApp(
      "/admin?status=all",
      { "GET /api/admin/users": () => [callsTo(call).length > 0 ? { ...sid, allowedActions: [] } : sid], [call]: sid },
      ADMIN,
    );
    await user.click(await screen.findByRole("button", { name: `${label} Sid Suspect` }));
    const dialog = within(await screen.findByRole("alertdialog", { name: `${label} Sid Suspect?` }));
    await fill(dialog.getByRole("textbox", { name: /^Reason/ }), "Called on Friday");
    await user.click(dialog.getByRole("button", { name: label }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(callsTo(call).map(({ body }) => body)).toEqual([{ reason: "Called on Friday" }]);
  });

  it("the admin account list offers only the actions the server allows", async () => {
    renderApp(
      "/admin?status=all",
      { "GET /api/admin/users": [account("Ada Monroe", { isAdmin: true, allowedActions: [] })] },
      ADMIN,
    );
    const row = await screen.findByRole("list", { name: "Accounts" });
    expect(row).toHaveTextContent(/Ada Monroe.*Admin/);
    expect(within(row).queryByRole("button")).not.toBeInTheDocument();
  });

  it("admin account list loads the next page on request and focuses its first account", async () => {
    const people = ["Ann One", "Ben Two", "Cat Three", "Dan Four"].map((name) => account(name));
    const next = { link: '</api/admin/users?status=all&cursor=2>; rel="next"' };
    const { user } = renderApp(
      "/admin?status=all",
      {
        "GET /api/admin/users": ({ search }) =>
          search.has("cursor") ? people.slice(2) : Response.json(people.slice(0, 2), { headers: next }),
      },
      ADMIN,
    );
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(screen.getByRole("button", { name: "Suspend Cat Three" })).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
  });

  it("admin account list searches all accounts and says when no one is found", async () => {
    const { user, fill, callsTo } = renderApp("/admin", { "GET /api/admin/users": [] }, ADMIN);
    await fill(await screen.findByRole("searchbox", { name: "Name or email" }), "wanda");
    await user.click(screen.getByRole("button", { name: "Search" }));
    const all = within(await screen.findByRole("tabpanel", { name: "All" }));
    expect(await all.findByText("No accounts match “wanda”.")).toBeVisible();
    expect(location.search).toBe("?status=all&search=wanda");
    expect(callsTo("GET /api/admin/users").at(-1)?.search.toString()).toBe("status=all&search=wanda");
  });
});

describe("admin search analytics", () => {
  const search = (text: string, changes: Partial<CountedSearchView> = {}): CountedSearchView => ({
    text,
    searchCount: 12,
    withoutResultCount: 0,
    lastResultCount: 24,
    lastDay: "2026-05-04",
    filters: [],
    ...changes,
  });
  const cellsOf = (text: string) =>
    within(screen.getByRole("row", { name: new RegExp(`^${text} `) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);

  it("the admin search analytics shows the top searches and those with no results for the selected period", async () => {
    const { user } = renderApp(
      "/admin?view=searches",
      {
        "GET /api/admin/searches": ({ search: query }) =>
          query.get("kind") === "all"
            ? [search("tent")]
            : [search(`zeppelin ${query.get("days")}`, { searchCount: 1, withoutResultCount: 1, lastResultCount: 0 })],
      },
      ADMIN,
    );
    expect(await screen.findByRole("table", { name: "Top searches" })).toBeVisible();
    expect(cellsOf("tent")).toEqual(["tent", "12", "0", "24 or more", "None", "May 4, 2026"]);
    await user.click(screen.getByRole("tab", { name: "No results" }));
    await user.click(await screen.findByRole("link", { name: "Last 7 days" }));
    expect(location.search).toBe("?view=searches&kind=without_result&days=7");
    const link = await screen.findByRole("link", { name: "zeppelin 7" });
    expect(link).toHaveAttribute("href", "/browse?search=zeppelin%207");
    expect(cellsOf("zeppelin 7")).toEqual(["zeppelin 7", "1", "1", "0", "None", "May 4, 2026"]);
  });
});
