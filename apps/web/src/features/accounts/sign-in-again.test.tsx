import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { announceSignIn } from "../../lib/signed-in-window.ts";
import { PROFILE } from "../../testing/fixtures.ts";
import { useQuickTime } from "../../testing/quick-time.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const SAVE = "PATCH /api/profile";
const CHECK = "GET /api/auth/user";
const SIGN_IN = "POST /api/auth/email-signin";
const PASSWORD = "paddle-past-the-mill";
const TITLE = "Sign in to continue";
const PROVIDER = { identityProvider: { name: "Nexby ID" } };
const OTHER = { ...PERSON, id: "01900000-0000-7000-8000-000000000009", email: "sam@nexby.example" };

type Visit = { more?: Answers; stored?: Record<string, string>; account?: typeof PERSON };

/** A profile whose city is being edited, on a server whose session can end. */
async function editProfile({ more = {}, stored = {}, account = PERSON }: Visit = {}) {
  const server = { isSignedIn: true, user: PERSON };
  const unauthorized = () => refusal(401, "unauthorized", "Unauthorized");
  const ifSignedIn = (body: object) => () => (server.isSignedIn ? body : unauthorized());
  const signIn = () => {
    server.isSignedIn = true;
    server.user = account;
  };
  const goTo = vi.spyOn(location, "assign").mockImplementation(() => {});
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const app = renderApp(
    "/profile",
    {
      [CHECK]: () => (server.isSignedIn ? server.user : unauthorized()),
      "GET /api/profile": ifSignedIn({ ...PROFILE, primaryUse: "renter" }),
      "GET /api/auth/options": { identityProvider: null },
      "GET /api/saved": ifSignedIn([]),
      "GET /api/other": ifSignedIn([]),
      [SAVE]: ifSignedIn({ ...PROFILE, primaryUse: "renter", city: "Millburn" }),
      [SIGN_IN]: () => {
        signIn();
        return { user: account, token: "token" };
      },
      ...more,
    },
    { stored },
  );
  const city = await screen.findByRole("textbox", { name: "City" });
  await app.fill(city, "Millburn");
  const save = screen.getByRole("button", { name: "Save changes" });
  const submit = async () => {
    server.isSignedIn = false;
    await app.user.click(save);
    return findDialog();
  };
  return { ...app, server, signIn, city, save, submit, goTo, reload };
}

const findDialog = async () => within(await screen.findByRole("dialog", { name: TITLE }));

type App = Awaited<ReturnType<typeof editProfile>>;
async function enterPassword({ fill, user }: App, dialog: Awaited<ReturnType<typeof findDialog>>) {
  await fill(await dialog.findByLabelText("Password"), PASSWORD);
  await user.click(dialog.getByRole("button", { name: "Sign In" }));
}

const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog", { name: TITLE })).toBeNull());

describe("[CLIENT-08] a session that ends while a form is filled in", () => {
  it("a session that ends while a form is filled in opens a dialog, and sends the same request again after signing in; the form and the focus stay", async () => {
    const app = await editProfile();
    const dialog = await app.submit();
    expect(screen.getByRole("dialog", { name: TITLE })).toHaveAccessibleDescription(/^Your session has ended\./);
    expect(dialog.getByRole("textbox", { name: "Email" })).toHaveValue(PERSON.email);
    expect(dialog.getByLabelText("Password")).toHaveFocus();
    await enterPassword(app, dialog);
    expect(await screen.findByText("Saved")).toBeVisible();
    await isClosed();
    const calls = app.callsTo(SAVE);
    expect(calls).toHaveLength(2);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
    expect(calls[1]?.headers.get("idempotency-key")).toBe(calls[0]?.headers.get("idempotency-key"));
    expect(app.city).toHaveValue("Millburn");
    expect(app.save).toHaveFocus();
    expect(app.goTo).not.toHaveBeenCalled();
  });

  it("a session that ends while a form is filled in keeps the dialog open after a wrong password", async () => {
    const app = await editProfile({
      more: { [SIGN_IN]: refusal(401, "wrong_credentials", "The email or password is incorrect.") },
    });
    const dialog = await app.submit();
    await enterPassword(app, dialog);
    expect(await dialog.findByRole("alert")).toHaveTextContent("The email or password is incorrect.");
    expect(app.callsTo(SAVE)).toHaveLength(1);
    expect(app.goTo).not.toHaveBeenCalled();
  });

  it.each(["Leave without signing in", "Escape"])(
    "[ERRS-02] a session that ends while a form is filled in ends at sign-in when the dialog is closed by %s, after three attempts",
    async (way) => {
      const app = await editProfile();
      const dialog = await app.submit();
      if (way === "Escape") await app.user.keyboard("{Escape}");
      else await app.user.click(dialog.getByRole("button", { name: way }));
      await waitFor(() => expect(app.goTo).toHaveBeenCalledWith("/api/login?returnTo=%2Fprofile"));
      expect(await screen.findByText("Authentication failed - redirecting to login")).toBeVisible();
      expect(app.callsTo(SAVE)).toHaveLength(3);
      expect(screen.queryByRole("dialog", { name: TITLE })).toBeNull();
      expect(app.city).toHaveValue("Millburn");
    },
  );

  it("a session that ends while a form is filled in reloads the page instead of sending the request for another account", async () => {
    const app = await editProfile({ account: OTHER });
    const dialog = await app.submit();
    await app.fill(dialog.getByRole("textbox", { name: "Email" }), OTHER.email);
    await enterPassword(app, dialog);
    await waitFor(() => expect(app.reload).toHaveBeenCalledOnce());
    expect(app.callsTo(SAVE)).toHaveLength(1);
  });

  it("a session that ends while a form is filled in asks once for all requests that fail at the same time", async () => {
    const app = await editProfile();
    const dialog = await app.submit();
    const reads = ["saved", "other"].map((name) => app.client.fetchQuery({ queryKey: ["/api", name] }));
    await waitFor(() => expect(app.callsTo(CHECK).length).toBeGreaterThanOrEqual(4));
    expect(screen.getAllByRole("dialog", { name: TITLE })).toHaveLength(1);
    await enterPassword(app, dialog);
    expect(await Promise.all(reads)).toEqual([[], []]);
    expect(await screen.findByText("Saved")).toBeVisible();
    await isClosed();
    expect(app.callsTo(SIGN_IN)).toHaveLength(1);
  });

  it("[STATE-02] a session that ends while a form is filled in keeps the page and its text when the periodic check notices it first", async () => {
    const { pass } = useQuickTime();
    const app = await editProfile();
    app.server.isSignedIn = false;
    await pass(30_000);
    expect((await screen.findAllByRole("link", { name: "Sign In" }))[0]).toBeVisible();
    expect(sessionStorage.getItem("nx_auth_state")).toBeNull();
    expect(app.city).toBeInTheDocument();
    expect(location.pathname).toBe("/profile");
    await enterPassword(app, await app.submit());
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(app.city).toHaveValue("Millburn");
    expect(await screen.findByRole("button", { name: "Your account" })).toBeVisible();
  });
});

describe("the way to sign in again", () => {
  const password = { nx_sign_in_method: `password ${PERSON.id}` };
  const provider = { nx_sign_in_method: "provider" };
  const more = { "GET /api/auth/options": PROVIDER };
  const shown = ({ queryByLabelText, queryByRole }: Awaited<ReturnType<typeof findDialog>>) => [
    queryByLabelText("Password") !== null,
    queryByRole("link", { name: "Continue with Nexby ID" }) !== null,
  ];

  it.each([
    ["the password that this account used", password, [true, false]],
    ["the provider that this account used", provider, [false, true]],
    ["both when this browser knows neither", {}, [true, true]],
    ["both when another account used its password", { nx_sign_in_method: `password ${OTHER.id}` }, [true, true]],
  ])("the way to sign in again is %s", async (_, stored, expected) => {
    const app = await editProfile({ more, stored });
    const dialog = await app.submit();
    await waitFor(() => expect(shown(dialog)).toEqual(expected));
    const others = dialog.queryByRole("button", { name: "Other sign-in options" });
    if (!others) return expect(stored).not.toBeOneOf([password, provider]);
    await app.user.click(others);
    expect(shown(dialog)).toEqual([true, true]);
  });

  it("the way to sign in again is the password where no provider is left", async () => {
    const app = await editProfile({ stored: provider });
    const dialog = await app.submit();
    expect(await dialog.findByLabelText("Password")).toBeVisible();
  });

  it.each(["the window says so", "this page gets the focus again", "time passes"])(
    "the way to sign in again opens the provider in another window, and continues here once %s",
    async (sign) => {
      const { pass } = useQuickTime();
      const popup = { close: vi.fn() };
      const open = vi.spyOn(window, "open").mockReturnValue(popup as unknown as Window);
      const app = await editProfile({ more, stored: provider });
      const dialog = await app.submit();
      const link = await dialog.findByRole("link", { name: "Continue with Nexby ID" });
      expect(link).toHaveAttribute("target", "_blank");
      await app.user.click(link);
      const path = `/api/login?${new URLSearchParams({ returnTo: "/auth?window=close" })}`;
      expect(open.mock.calls).toEqual([[path, "_blank", expect.stringContaining("popup")]]);
      expect(await dialog.findByRole("status")).toHaveTextContent("in the window that opened");
      expect(app.callsTo(SAVE)).toHaveLength(1);
      app.signIn();
      if (sign === "the window says so") announceSignIn();
      else if (sign === "this page gets the focus again") fireEvent(window, new Event("focus"));
      else await pass(2_000);
      expect(await screen.findByText("Saved")).toBeVisible();
      await isClosed();
      expect(popup.close).toHaveBeenCalled();
      expect(app.city).toHaveValue("Millburn");
      expect(app.goTo).not.toHaveBeenCalled();
    },
  );

  it("a sign-in window tells the page that opened it, and closes", async () => {
    const close = vi.spyOn(window, "close").mockImplementation(() => {});
    const heard = vi.fn();
    const channel = new BroadcastChannel("nx_signed_in");
    channel.onmessage = heard;
    renderApp("/auth?window=close", {}, { user: {} });
    expect(await screen.findByRole("heading", { level: 1, name: "You’re signed in" })).toBeVisible();
    await waitFor(() => expect(heard).toHaveBeenCalled());
    expect(close).toHaveBeenCalled();
    channel.close();
  });
});
