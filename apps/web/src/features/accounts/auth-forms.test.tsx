import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { TERMS } from "../../testing/fixtures.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const PASSWORD = "paddle-past-the-mill";
const OPTIONS = { identityProvider: { name: "Riverside ID" } };

const here = () => location.pathname + location.search;
const field = (name: string) => screen.getByLabelText(name, { exact: true, selector: "input" });
const press = (name: string) => screen.getByRole("button", { name });

async function openSignUp(responses: Answers = {}) {
  const app = renderApp("/auth?mode=signup", { "GET /api/terms/active": TERMS, ...responses });
  await screen.findByRole("heading", { level: 1, name: "Create your account" });
  const fillIn = async (values: Record<string, string>) => {
    for (const [name, text] of Object.entries(values)) await app.fill(field(name), text);
  };
  return { ...app, fillIn };
}

const COMPLETE = {
  "First name": "Robin",
  "Last name": "Vale",
  Email: "robin@nexby.example",
  Password: PASSWORD,
  "Confirm password": PASSWORD,
};

async function openSignIn(responses: Answers) {
  const app = renderApp("/auth?mode=signin", responses);
  await app.fill(await screen.findByRole("textbox", { name: "Email" }), "robin@nexby.example");
  await app.fill(field("Password"), PASSWORD);
  return app;
}

/** The toast's text once it shows. */
async function toastText({ isDestructive }: { isDestructive: boolean }): Promise<string | null> {
  const toast = await waitFor(() => {
    const found = screen.getAllByRole("listitem").find(({ classList }) => classList.contains("toast"));
    if (!found) throw new Error("There is no toast");
    return found;
  });
  expect(toast.classList.contains("bg-danger")).toBe(isDestructive);
  return toast.textContent;
}

describe("sign-up form", () => {
  it("[VAL-01][VAL-03][VAL-05] the sign-up form lists every error in form order, each linking to its field", async () => {
    const { user, fillIn } = await openSignUp();
    await fillIn({ Password: PASSWORD });
    await user.click(press("Create Account"));
    const report = await screen.findByRole("alert");
    expect(report).toHaveFocus();
    expect(
      within(report)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "First name is required",
      "Last name is required",
      "Please enter a valid email address",
      "Passwords don't match",
      "You must accept the terms and conditions",
    ]);
    for (const name of ["First name", "Last name", "Email", "Confirm password"]) {
      expect(field(name)).toHaveAttribute("aria-invalid", "true");
    }
    expect(field("Password")).not.toHaveAttribute("aria-invalid", "true");
    await user.click(within(report).getByRole("link", { name: "Please enter a valid email address" }));
    expect(field("Email")).toHaveFocus();
    expect(here()).toBe("/auth?mode=signup");
  });

  it("[VAL-02] the sign-up form requires a password of at least eight characters", async () => {
    const { user, fillIn } = await openSignUp();
    await fillIn({ Password: "seven77" });
    await user.click(press("Create Account"));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
    expect(field("Password")).toHaveAccessibleDescription(/^Password must be at least 8/);
    await fillIn({ Password: "eight888" });
    await user.tab();
    await waitFor(() => expect(field("Password")).not.toHaveAttribute("aria-invalid", "true"));
  });

  it("the sign-up form shows no errors before submission, then rechecks each field on blur", async () => {
    const { user, fillIn } = await openSignUp();
    await user.click(field("First name"));
    await user.tab();
    expect(field("First name")).not.toHaveAttribute("aria-invalid", "true");
    await user.click(press("Create Account"));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
    expect(field("First name")).toHaveAccessibleDescription("First name is required");
    await fillIn({ "First name": "Robin" });
    expect(field("First name")).toHaveAttribute("aria-invalid", "true");
    await user.tab();
    await waitFor(() => expect(field("First name")).not.toHaveAttribute("aria-invalid", "true"));
  });

  it("[AUTH-07] the sign-up form shows a rejection by the server in a toast and above the form, and keeps the input", async () => {
    const message = "An account with this email already exists";
    const { user, fillIn } = await openSignUp({
      "POST /api/auth/email-signup": refusal(409, "email_taken", message),
    });
    await fillIn(COMPLETE);
    await user.click(screen.getByRole("checkbox"));
    await user.click(press("Create Account"));
    const report = await screen.findByRole("alert");
    expect(report).toHaveTextContent(`Signup Failed${message}`);
    expect(report).toHaveFocus();
    expect(await toastText({ isDestructive: true })).toBe(`Signup Failed${message}`);
    expect(field("Email")).toHaveValue(COMPLETE.Email);
    expect(field("Confirm password")).toHaveValue(PASSWORD);
  });

  it("the sign-up form shows a server error at its field until the field changes", async () => {
    const message = "Please choose a less common password";
    const { user, fillIn } = await openSignUp({
      "POST /api/auth/email-signup": refusal(400, "validation_failed", message, [{ field: "password", message }]),
    });
    await fillIn(COMPLETE);
    await user.click(screen.getByRole("checkbox"));
    await user.click(press("Create Account"));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
    expect(field("Password")).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await user.click(field("Password"));
    await user.tab();
    expect(field("Password")).toHaveAttribute("aria-invalid", "true");
    await fillIn({ Password: "row-up-the-river" });
    await waitFor(() => expect(field("Password")).not.toHaveAttribute("aria-invalid", "true"));
  });
});

describe("sign-in form", () => {
  it("[VAL-03][VAL-06] the sign-in form requires an email address and a password, and focuses a single error", async () => {
    const { user, fill } = renderApp("/auth?mode=signin");
    const email = await screen.findByRole("textbox", { name: "Email" });
    await user.click(press("Sign In"));
    await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
    expect(email).toHaveAccessibleDescription("Please enter a valid email address");
    expect(field("Password")).toHaveAccessibleDescription("Password is required");
    await fill(email, "robin@nexby.example");
    await user.click(press("Sign In"));
    await waitFor(() => expect(field("Password")).toHaveFocus());
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("[AUTH-07] the sign-in form shows why signing in failed in a toast and above the form", async () => {
    const { user } = await openSignIn({
      "POST /api/auth/email-signin": refusal(401, "wrong_credentials", "Invalid email or password"),
    });
    await user.click(press("Sign In"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Sign In FailedInvalid email or password");
    expect(await toastText({ isDestructive: true })).toBe("Sign In FailedInvalid email or password");
    expect(here()).toBe("/auth?mode=signin");
  });

  it.each([
    ["/auth?mode=signin", "/browse"],
    [`/auth?mode=signin&returnTo=${encodeURIComponent("/browse?search=tent")}`, "/browse?search=tent"],
    ["/auth?mode=signin&returnTo=%2Fcredits", "/credits"],
  ])("[AUTH-06] %s welcomes back, leads to %s and shows the account", async (path, destination) => {
    const { user, fill } = renderApp(path, { "POST /api/auth/email-signin": { user: PERSON, token: "token" } });
    await fill(await screen.findByRole("textbox", { name: "Email" }), PERSON.email);
    await fill(field("Password"), PASSWORD);
    await user.click(press("Sign In"));
    await waitFor(() => expect(here()).toBe(destination));
    expect(await toastText({ isDestructive: false })).toBe("Welcome back!You've successfully signed in.");
    expect(await screen.findByRole("button", { name: "Your account" })).toBeVisible();
  });

  it("[STATE-01] the sign-in form stores the user for this tab", async () => {
    const { user } = await openSignIn({ "POST /api/auth/email-signin": { user: PERSON, token: "token" } });
    expect(sessionStorage.getItem("nx_auth_state")).toBeNull();
    await user.click(press("Sign In"));
    await waitFor(() => expect(here()).toBe("/browse"));
    expect(JSON.parse(sessionStorage.getItem("nx_auth_state") ?? "")).toMatchObject({ user: PERSON });
  });

  it("the sign-in form sends one request no matter how often the button is pressed", async () => {
    let respond = () => {};
    const { user, callsTo } = await openSignIn({
      "POST /api/auth/email-signin": () =>
        new Promise((resolve) => {
          respond = () => resolve({ user: PERSON, token: "token" });
        }),
    });
    await user.click(press("Sign In"));
    const busy = await screen.findByRole("button", { name: "Signing in..." });
    await user.click(busy);
    await user.keyboard("{Enter}");
    respond();
    await waitFor(() => expect(here()).toBe("/browse"));
    expect(callsTo("POST /api/auth/email-signin")).toHaveLength(1);
  });
});

describe("sign-in page", () => {
  it("the sign-in page keeps the return path when the mode changes", async () => {
    const { user } = renderApp("/auth?returnTo=%2Fprofile", { "GET /api/auth/options": OPTIONS });
    expect(await screen.findByRole("link", { name: "Continue with Riverside ID" })).toHaveAttribute(
      "href",
      "/api/login?returnTo=%2Fprofile",
    );
    await user.click(screen.getByRole("link", { name: "Create an account with email" }));
    expect(here()).toBe("/auth?mode=signup&returnTo=%2Fprofile");
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Sign in to Nexby");
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "Other sign-in options" }));
    expect(here()).toBe("/auth?returnTo=%2Fprofile");
  });

  it("the sign-in page offers no sign-in provider when none is configured", async () => {
    const { callsTo } = renderApp("/auth", { "GET /api/auth/options": { identityProvider: null } });
    expect(await screen.findByRole("link", { name: "Create an account with email" })).toBeVisible();
    await waitFor(() => expect(callsTo("GET /api/auth/options")).toHaveLength(1));
    expect(screen.queryByRole("link", { name: /^Continue with/ })).not.toBeInTheDocument();
  });

  it.each([
    ["%2Fcredits", "/credits"],
    ["%2F%2Felsewhere.example%2F", "/browse"],
  ])("sign-in page redirects a signed-in user with returnTo=%s to %s", async (returnTo, to) => {
    renderApp(`/auth?mode=signin&returnTo=${returnTo}`, {}, { user: {} });
    await waitFor(() => expect(here()).toBe(to));
  });

  it.each([
    ["email_taken", "An account with this email address already exists."],
    ["email_missing", "didn’t share a verified email address"],
    ["access_denied", "Sign-in was canceled."],
    ["provider_unavailable", "We can’t reach the other service right now."],
    ["flow_expired", "Sign-in took too long"],
    ["account_suspended", "This account is suspended."],
    ["constructor", "We couldn’t sign you in. Please try again."],
  ])("the sign-in page explains the provider's error %s", async (code, text) => {
    renderApp(`/auth?error=${code}`, { "GET /api/auth/options": OPTIONS });
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
  });
});

describe("a password reset link", () => {
  // Must run first, because the page keeps a token as long as it is open.
  it("a password reset link without its token says that it is incomplete", async () => {
    renderApp("/auth?mode=reset");
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("This link is incomplete");
  });

  it("a password reset link that has expired shows an error and links to request a new one", async () => {
    const message = "This link is no longer valid. Request a new one.";
    const { user, fill } = renderApp("/auth?mode=reset#token=used-up", {
      "POST /api/auth/password-reset/confirm": refusal(400, "link_expired", message),
    });
    await fill(await screen.findByLabelText("New password", { selector: "input" }), "row-up-the-river");
    await fill(field("Confirm new password"), "row-up-the-river");
    await user.click(press("Save password"));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    await user.click(screen.getByRole("link", { name: "Request another link" }));
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Forgot your password?");
  });
});
