import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, inTurn, noNetwork, refusal, renderApp, silence } from "../../testing/render-app.tsx";

const POLICY = { id: "1", version: 7, content: "Be kind.", createdAt: "2026-01-01T00:00:00.000Z" };
const MAX_BYTES = 10 * 1024 * 1024;
/** Longer than all attempts together. */
const A_MINUTE = 60_000;

type Reply = () => Response | Promise<Response>;

const status = (code: number) => (): Response => refusal(code, "conflict", `Answer ${code}`);
const later = (code: number) => (): Response =>
  Response.json({ message: "Later" }, { status: code, headers: { "retry-after": "1" } });
const policy = (): Response => Response.json(POLICY);

describe("a read", () => {
  const READ = "GET /api/terms/active";
  const open = (...replies: Reply[]) => renderApp("/terms", { [READ]: inTurn(...replies) });

  const persistentFailures: [what: string, reply: Reply, requests: number][] = [
    ["503", status(503), 4],
    ["408", status(408), 4],
    ["429", status(429), 4],
    ["no response", noNetwork, 4],
    ["no JSON", () => new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } }), 4],
    ["400", status(400), 1],
    ["404", status(404), 1],
    ["more than 10 MB", () => Response.json({ content: "x".repeat(MAX_BYTES) }), 1],
  ];

  it.each(persistentFailures)(
    "[CLIENT-11] a read is attempted the right number of times when it gets %s",
    async (_, reply, requests) => {
      const { pass } = useQuickTime();
      const { callsTo } = open(reply);
      await waitFor(() => expect(callsTo(READ)).toHaveLength(1));
      await pass(A_MINUTE);
      expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
      expect(callsTo(READ)).toHaveLength(requests);
    },
  );

  it.each([503, 408, 429])("[CLIENT-11] a read shows its data when it succeeds after %i", async (code) => {
    const { pass } = useQuickTime();
    const { callsTo } = open(later(code), policy);
    await waitFor(() => expect(callsTo(READ)).toHaveLength(1));
    await pass(A_MINUTE);
    expect(await screen.findByText("Be kind.")).toBeVisible();
    expect(callsTo(READ)).toHaveLength(2);
  });

  it("[CLIENT-09] a read is aborted after 15 seconds without a response and sent again", async () => {
    const { pass } = useQuickTime();
    const { callsTo } = open(silence, policy);
    await waitFor(() => expect(callsTo(READ)).toHaveLength(1));
    await pass(13_000);
    expect(callsTo(READ)).toHaveLength(1);
    await pass(A_MINUTE);
    expect(await screen.findByText("Be kind.")).toBeVisible();
    expect(callsTo(READ)).toHaveLength(2);
  });

  it("[CLIENT-11] a read stays fresh for 5 minutes and is not repeated when the window gets the focus", async () => {
    const { pass } = useQuickTime();
    const { callsTo, user } = open(policy);
    expect(await screen.findByText("Be kind.")).toBeVisible();
    const leaveAndReturn = async () => {
      await user.click(screen.getAllByRole("link", { name: "Cookie Policy" })[0] as HTMLElement);
      await screen.findByRole("heading", { level: 1, name: "Cookie Policy" });
      await user.click(screen.getAllByRole("link", { name: /^Terms/ })[0] as HTMLElement);
      expect(await screen.findByText("Be kind.")).toBeVisible();
    };
    fireEvent(window, new Event("focus"));
    fireEvent(document, new Event("visibilitychange"));
    await pass(4 * 60_000);
    await leaveAndReturn();
    expect(callsTo(READ)).toHaveLength(1);
    await pass(61_000);
    await leaveAndReturn();
    await waitFor(() => expect(callsTo(READ)).toHaveLength(2));
  });

  it("[CLIENT-02] requests the joined parts of its key by default", async () => {
    const { client, callsTo } = renderApp("/terms", { [READ]: POLICY, "GET /api/items/7": { id: "7" } });
    expect(await client.fetchQuery({ queryKey: ["/api/items", "7"] })).toEqual({ id: "7" });
    expect(callsTo("GET /api/items/7")).toHaveLength(1);
  });

  it("[CLIENT-02] a read of the current user is null for a visitor, who stays on the page", async () => {
    const goTo = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { client, callsTo } = renderApp("/terms", { [READ]: POLICY });
    await waitFor(() => expect(client.getQueryData(["/api/auth/user"])).toBeNull());
    expect(callsTo("GET /api/auth/user")).toHaveLength(1);
    expect(goTo).not.toHaveBeenCalled();
  });

  it("[CLIENT-01] a read carries our headers and the stored token", async () => {
    const { callsTo } = renderApp("/terms", { [READ]: POLICY }, { storedInTab: { auth_token: "abc.def" } });
    expect(await screen.findByText("Be kind.")).toBeVisible();
    expect(Object.fromEntries(callsTo(READ)[0]?.headers ?? [])).toMatchObject({
      "Content-Type": "application/json",
      "X-Requested-With": "XMLHttpRequest",
      Authorization: "Bearer abc.def",
    });
  });
});

describe("a write", () => {
  const WRITE = "POST /api/auth/email-signin";
  const PASSWORD = "paddle-past-the-mill";

  const failures: [what: string, reply: Answers[string], requests: number][] = [
    ["503", status(503), 3],
    ["no response", noNetwork, 3],
    ["400", status(400), 1],
    ["429", status(429), 1],
  ];

  it.each(failures)(
    "[CLIENT-11] a write that gets %s is sent with a single key, and its failure is reported",
    async (_, reply, requests) => {
      const { pass } = useQuickTime();
      const { callsTo, user, fill } = renderApp("/auth?mode=signin", { [WRITE]: reply });
      await fill(await screen.findByRole("textbox", { name: "Email" }), "robin@nexby.example");
      await fill(screen.getByLabelText("Password"), PASSWORD);
      await user.click(screen.getByRole("button", { name: "Sign In" }));
      await waitFor(() => expect(callsTo(WRITE)).toHaveLength(1));
      await pass(A_MINUTE);
      expect(await screen.findByRole("alert")).toHaveTextContent("Sign In Failed");
      expect(callsTo(WRITE)).toHaveLength(requests);
      const keys = callsTo(WRITE).map(({ headers }) => headers.get("idempotency-key"));
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(new Set(keys).size).toBe(1);
      const reports = () => callsTo("POST /api/error-logs").map(({ body }) => body);
      await waitFor(() => expect(reports()).toContainEqual(expect.objectContaining({ errorType: "mutation" })));
      expect(JSON.stringify(reports())).not.toContain(PASSWORD);
    },
  );
});
