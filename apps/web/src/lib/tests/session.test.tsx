import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useQuickTime } from "../../testing/quick-time.ts";
import { inTurn, noNetwork, PERSON, refusal, renderApp, silence } from "../../testing/render-app.tsx";
import { signOut } from "../session.ts";

const CHECK = "GET /api/auth/user";
const STATE_KEY = "nx_auth_state";
const TOKEN_KEY = "auth_token";

const person = (): Response => Response.json(PERSON);
const unauthorized = (): Response => refusal(401, "unauthorized", "Unauthorized");
const checkedAgo = (milliseconds: number) => ({
  [STATE_KEY]: JSON.stringify({ user: PERSON, checkedAt: Date.now() - milliseconds }),
});

const findAccount = () => screen.findByRole("button", { name: "Your account" });
const queryAccount = () => screen.queryByRole("button", { name: "Your account" });
const stored = () => [sessionStorage.getItem(STATE_KEY), sessionStorage.getItem(TOKEN_KEY)];

describe("[STATE-01] the stored user", () => {
  it("the stored user is stored for this tab once the server has responded", async () => {
    renderApp("/credits", {}, { user: {} });
    await findAccount();
    expect(JSON.parse(sessionStorage.getItem(STATE_KEY) ?? "")).toMatchObject({ user: { email: PERSON.email } });
  });

  it("the stored user is shown before the server responds", async () => {
    const { callsTo } = renderApp("/credits", { [CHECK]: silence }, { storedInTab: checkedAgo(4 * 60_000) });
    expect(await findAccount()).toBeVisible();
    expect(callsTo(CHECK)).toHaveLength(1);
  });

  it("the stored user is not trusted after 5 minutes: a guarded page waits for the server", async () => {
    let respond = () => {};
    const pending = new Promise<typeof PERSON>((resolve) => {
      respond = () => resolve(PERSON);
    });
    renderApp("/notification-history", { [CHECK]: () => pending }, { storedInTab: checkedAgo(5 * 60_000) });
    await waitFor(() => expect(screen.getAllByText("Loading...")[0]).toBeInTheDocument());
    expect(queryAccount()).not.toBeInTheDocument();
    respond();
    expect(await findAccount()).toBeVisible();
    expect(location.pathname).toBe("/notification-history");
  });
});

describe("the periodic check", () => {
  it("[CALL-01] the periodic check runs at the start even if the tab has just stored the user", async () => {
    const { callsTo } = renderApp("/credits", {}, { user: {}, storedInTab: checkedAgo(1_000) });
    await findAccount();
    await waitFor(() => expect(callsTo(CHECK)).toHaveLength(1));
  });

  it("[CALL-01] the periodic check runs every 30 seconds while a user is signed in", async () => {
    const { pass } = useQuickTime();
    const { client, callsTo } = renderApp("/credits", {}, { user: {} });
    await findAccount();
    expect(callsTo(CHECK)).toHaveLength(1);
    for (const expected of [2, 3]) {
      await pass(30_000);
      expect(callsTo(CHECK)).toHaveLength(expected);
      // The next 30 seconds begin with the response.
      await waitFor(() => expect(client.isFetching({ queryKey: ["/api/auth/user"] })).toBe(0));
    }
  });

  it("[CALL-01] the periodic check does not run again for a visitor", async () => {
    const { pass } = useQuickTime();
    const { callsTo } = renderApp("/credits");
    await screen.findAllByRole("link", { name: "Sign In" });
    await pass(4 * 60_000);
    expect(callsTo(CHECK)).toHaveLength(1);
  });

  it("[STATE-02] the periodic check clears the user, the stored state and the token on a 401", async () => {
    const { pass } = useQuickTime();
    renderApp("/credits", { [CHECK]: inTurn(person, unauthorized) }, { storedInTab: { [TOKEN_KEY]: "abc" } });
    await findAccount();
    expect(stored()).toEqual([expect.any(String), "abc"]);
    await pass(30_000);
    expect((await screen.findAllByRole("link", { name: "Sign In" }))[0]).toBeVisible();
    expect(queryAccount()).not.toBeInTheDocument();
    expect(stored()).toEqual([null, null]);
  });

  it("the periodic check changes nothing without a response", async () => {
    const { pass } = useQuickTime();
    const { callsTo } = renderApp("/credits", { [CHECK]: inTurn<Response>(person, noNetwork) });
    await findAccount();
    await pass(90_000);
    expect(callsTo(CHECK).length).toBeGreaterThan(3);
    expect(queryAccount()).toBeVisible();
    expect(stored()).toEqual([expect.any(String), null]);
  });
});

it("[STATE-03] signing out clears the cache, the token and the stored user before it goes to /api/logout", () => {
  const client = new QueryClient();
  client.setQueryData(["/api/bookings"], [{ id: "1" }]);
  sessionStorage.setItem(TOKEN_KEY, "abc");
  sessionStorage.setItem(STATE_KEY, "{}");
  const left: unknown[] = [];
  vi.spyOn(location, "assign").mockImplementation((address) => {
    left.push(address, client.getQueryCache().getAll(), ...stored());
  });
  signOut(client);
  expect(left).toEqual(["/api/logout", [], null, null]);
});
