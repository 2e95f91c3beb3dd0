import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, inTurn, refusal, renderApp } from "../../testing/render-app.tsx";

const READ = "GET /api/terms/active";
const POLICY = { id: "1", version: 7, content: "Be kind.", createdAt: "2026-01-01T00:00:00.000Z" };

type Report = { errorType: string; severity: string; errorMessage: string; url: string; [field: string]: unknown };

function open(path: string, responses: Answers, options: Parameters<typeof renderApp>[2] = {}) {
  const app = renderApp(path, responses, options);
  const reports = () => app.callsTo("POST /api/error-logs").map(({ body }) => body as Report);
  return { ...app, reports };
}

describe("error log", () => {
  it("[LOG-05][LOG-07] the error log records a failed call and a failed read, without the URL's query", async () => {
    const { reports } = open("/terms?secret=1", { [READ]: () => refusal(404, "not_found", "Nothing there") });
    expect(await screen.findByRole("alert")).toBeVisible();
    const url = `${location.origin}/terms`;
    await waitFor(() =>
      expect(reports()).toMatchObject([
        {
          errorType: "api",
          severity: "error",
          errorMessage: "Nothing there",
          url,
          requestData: { method: "GET", path: "/api/terms/active", status: 404 },
          userJourney: ["/terms"],
        },
        { errorType: "query", severity: "error", errorMessage: "Nothing there", url },
      ]),
    );
    expect(JSON.stringify(reports())).not.toContain("secret");
  });

  it("[LOG-07] the error log records a failed write", async () => {
    const { user, fill, reports } = open("/auth?mode=signin", {
      "POST /api/auth/email-signin": refusal(401, "wrong_credentials", "Invalid email or password"),
    });
    await fill(await screen.findByRole("textbox", { name: "Email" }), "robin@nexby.example");
    await fill(screen.getByLabelText("Password"), "wrong password");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() =>
      expect(reports()).toContainEqual(
        expect.objectContaining({
          errorType: "mutation",
          severity: "error",
          errorMessage: "Invalid email or password",
        }),
      ),
    );
  });

  it("[LOG-05] the error log rates a server error as critical, even when the next attempt succeeds", async () => {
    const { pass } = useQuickTime();
    const { reports } = open("/terms", {
      [READ]: inTurn(
        () => refusal(500, "internal", "Broken"),
        () => Response.json(POLICY),
      ),
    });
    await waitFor(() => expect(reports()).toHaveLength(1));
    await pass(11_000);
    expect(await screen.findByText("Be kind.")).toBeVisible();
    expect(reports()).toMatchObject([{ errorType: "api", severity: "critical", errorMessage: "Broken" }]);
  });

  it("[LOG-05] the error log leaves a session that cannot be checked to the console", async () => {
    const { pass } = useQuickTime();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { callsTo, reports } = open("/credits", { "GET /api/auth/user": () => refusal(500, "internal", "Down") });
    await waitFor(() => expect(callsTo("GET /api/auth/user")).toHaveLength(1));
    await pass(60_000);
    await waitFor(() => expect(warn.mock.calls.join()).toContain("The session could not be checked"));
    expect(callsTo("GET /api/auth/user")).toHaveLength(3);
    expect(reports()).toEqual([]);
  });

  it("[LOG-05] the error log rates a page failure as critical", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { reports } = open("/terms", { [READ]: { version: 7 } });
    expect(await screen.findByRole("alert")).toBeVisible();
    await waitFor(() => expect(reports()).toMatchObject([{ errorType: "frontend", severity: "critical" }]));
  });

  it("[LOG-05] the error log rates a lost session as critical, with the type authentication", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(location, "assign").mockImplementation(() => {});
    const unauthorized = () => refusal(401, "unauthorized", "Unauthorized");
    const { reports } = open("/profile", { "GET /api/profile": unauthorized }, { user: {} });
    expect(await screen.findByRole("heading", { level: 1, name: "Session Expired" })).toBeVisible();
    await waitFor(() =>
      expect(reports()).toContainEqual(expect.objectContaining({ errorType: "authentication", severity: "critical" })),
    );
  });
});
