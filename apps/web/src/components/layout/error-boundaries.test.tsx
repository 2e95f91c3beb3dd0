import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { inTurn, refusal, renderApp } from "../../testing/render-app.tsx";

const READ = "GET /api/terms/active";
const POLICY = { id: "1", version: 7, content: "Be kind.", createdAt: "2026-01-01T00:00:00.000Z" };

const broken = (): Response => Response.json({ version: 7 });
const policy = (): Response => Response.json(POLICY);
const unauthorized = (): Response => refusal(401, "unauthorized", "Unauthorized");

// React logs the errors that a boundary catches.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

const card = async (title: string) => {
  const alert = await screen.findByRole("alert");
  await within(alert).findByRole("heading", { level: 1, name: title });
  return within(alert);
};

describe("a page that fails", () => {
  it("[ERRS-01][ERRS-05] a page that fails fetches its data again and recovers on Try Again", async () => {
    const { user, callsTo } = renderApp("/terms", { [READ]: inTurn(broken, policy) });
    const shown = await card("Something went wrong");
    expect(screen.getByRole("banner"), "the shell around the page stays").toBeVisible();
    await user.click(shown.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Be kind.")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(callsTo(READ)).toHaveLength(2);
  });

  it("[ERRS-01] a page that fails reloads on Refresh Page", async () => {
    const { user } = renderApp("/terms", { [READ]: broken });
    const shown = await card("Something went wrong");
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    await user.click(shown.getByRole("button", { name: "Refresh Page" }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it("a page that fails does not affect the page opened next", async () => {
    const { user } = renderApp("/terms", { [READ]: broken, "GET /api/privacy-policy/active": policy });
    await card("Something went wrong");
    await user.click(screen.getAllByRole("link", { name: "Privacy Policy" })[0] as HTMLElement);
    expect(await screen.findByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
    expect(await screen.findByText("Be kind.")).toBeVisible();
    expect(screen.queryByText("Something went wrong")).not.toBeInTheDocument();
  });
});

describe("a permanently lost session", () => {
  it("[ERRS-02][ERRS-05] a permanently lost session shows its own screen, which leads to sign-in or back", async () => {
    const goTo = vi.spyOn(location, "assign").mockImplementation(() => {});
    const { user, callsTo } = renderApp(
      "/notification-history?type=payment",
      { "GET /api/notification-history": inTurn(unauthorized, unauthorized, unauthorized, () => Response.json([])) },
      { user: {} },
    );
    const shown = await card("Session Expired");
    expect(shown.getByText("Authentication Required")).toBeVisible();
    expect(
      shown.getByText(
        "Your session has expired or there was an authentication error. Please sign in again to continue.",
      ),
    ).toBeVisible();
    await user.click(shown.getByRole("button", { name: "Sign In Again" }));
    const login = `/api/login?${new URLSearchParams({ returnTo: "/notification-history?type=payment" })}`;
    expect(goTo.mock.calls).toEqual([[login], [login]]);
    await user.click(shown.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    expect(callsTo("GET /api/notification-history").length).toBeGreaterThan(3);
  });
});

describe("an application that fails", () => {
  it("[ERRS-03] an application that fails shows an error and offers to reload the page", async () => {
    document.body.insertAdjacentHTML("beforeend", '<script type="application/json" id="nexby-data">{</script>');
    const { user } = renderApp("/terms");
    const shown = await card("Application Error");
    expect(
      shown.getByText(
        "An unexpected error occurred. Please try refreshing the page or contact support if the problem continues.",
      ),
    ).toBeVisible();
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    await user.click(shown.getByRole("button", { name: "Refresh Page" }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
