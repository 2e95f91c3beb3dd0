import type { ProfileView } from "@nexby/contract/accounts/profile";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, inTurn, PERSON, refusal, renderApp, silence } from "../../testing/render-app.tsx";

const READ = "GET /api/profile";
const CHECK = "GET /api/auth/user";

const PROFILE: ProfileView = {
  ...PERSON,
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  sharesPhone: false,
  primaryUse: null,
  notifyEmail: true,
  notifySms: false,
  defaultPickupWindow: { start: "09:00", end: "18:00" },
  defaultDropoffWindow: { start: "09:00", end: "18:00" },
  defaultAvailableDays: ["monday"],
  connectOnboarded: false,
  termsVersion: 1,
  hasPassword: true,
  createdAt: "2026-01-01T00:00:00.000Z",
};

const person = (): Response => Response.json(PERSON);
const profile = (): Response => Response.json(PROFILE);
const unauthorized = (): Response => refusal(401, "unauthorized", "Unauthorized");

function open(path: string, responses: Answers) {
  const goTo = vi.spyOn(location, "assign").mockImplementation(() => {});
  return { ...renderApp(path, responses, { user: {} }), goTo };
}

describe("[CLIENT-08] a call that gets a 401", () => {
  it("a call that gets a 401 is sent again while the session is alive", async () => {
    const { callsTo, goTo } = open("/profile", { [READ]: inTurn(unauthorized, unauthorized, profile) });
    expect(await screen.findByRole("tab", { name: "Personal" })).toBeVisible();
    expect(callsTo(READ)).toHaveLength(3);
    // A check at the start, and another between each two attempts.
    expect(callsTo(CHECK)).toHaveLength(3);
    expect(goTo).not.toHaveBeenCalled();
  });

  it("a call that gets a 401 goes to sign-in, and back here afterwards, after the third 401", async () => {
    const { callsTo, goTo } = open("/profile?tab=security", { [READ]: unauthorized });
    const returnTo = new URLSearchParams({ returnTo: "/profile?tab=security" });
    await waitFor(() => expect(goTo.mock.calls).toEqual([[`/api/login?${returnTo}`]]));
    expect([callsTo(READ).length, callsTo(CHECK).length]).toEqual([3, 3]);
  });

  it("[CALL-01] a call that gets a 401 waits at most 5 seconds for each session check", async () => {
    const { pass } = useQuickTime();
    const { callsTo, goTo } = open("/profile", {
      [READ]: unauthorized,
      [CHECK]: inTurn<Response | Promise<Response>>(person, silence),
    });
    for (const attempt of [1, 2]) {
      await waitFor(() => expect([callsTo(READ).length, callsTo(CHECK).length]).toEqual([attempt, attempt + 1]));
      await pass(4_000);
      expect(callsTo(READ)).toHaveLength(attempt);
      await pass(1_000);
    }
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect([callsTo(READ).length, callsTo(CHECK).length]).toEqual([3, 3]);
  });
});
