import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { PREFERENCES, PROFILE, TERMS } from "../../testing/fixtures.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const UNAVAILABLE = refusal(400, "validation_failed", "Temporarily unavailable");

const openProfile = (path: string, responses: Answers = {}) =>
  renderApp(path, { "GET /api/profile": PROFILE, ...responses }, { user: {} });

afterEach(() => vi.restoreAllMocks());

const ROWS = {
  urgent: "Payments and changes",
  requests: "Requests",
  times: "Pickup and return times",
  reminders: "Reminders",
  rentals: "Handoffs and returns",
  reviews: "Reviews",
  messages: "Messages",
  searches: "Saved searches",
  digest: "Several updates at once",
  weekly: "Weekly summary",
  recommendations: "Recommendations",
  news: "News and offers",
};
const BY = { email: "by email", sms: "by SMS", push: "by push message" };

describe("profile", () => {
  it("[ROLE-06] the profile requires the primary use before saving", async () => {
    const { user, callsTo } = openProfile("/profile", { "PATCH /api/profile": { ...PROFILE, primaryUse: "owner" } });
    const use = await screen.findByRole("radiogroup", { name: "What brings you here most?" });
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(use).toHaveAccessibleDescription("Please choose renter or owner"));
    expect(within(use).getByRole("radio", { name: "Rent items" })).toHaveFocus();
    await user.click(within(use).getByRole("radio", { name: "List items" }));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(callsTo("PATCH /api/profile")[0]?.body).toMatchObject({ primaryUse: "owner" });
  });

  it("the profile keeps the input when saving fails, even after switching tabs", async () => {
    const { user, fill } = openProfile("/profile", {
      "PATCH /api/profile": UNAVAILABLE,
      "GET /api/notification-preferences": PREFERENCES,
      "PATCH /api/notification-preferences": UNAVAILABLE,
    });
    await fill(await screen.findByRole("textbox", { name: "City" }), "Millburn");
    await user.click(screen.getByRole("radio", { name: "List items" }));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Temporarily unavailable");
    await user.click(screen.getByRole("tab", { name: "Notifications" }));
    const email = await screen.findByRole("switch", { name: "Email" });
    await user.click(email);
    const panel = screen.getByRole("tabpanel", { name: "Notifications" });
    expect(await within(panel).findByRole("alert")).toHaveTextContent("Temporarily unavailable");
    expect(email).toBeChecked();
    await user.click(screen.getByRole("tab", { name: "Personal" }));
    expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Millburn");
  });

  it.each([
    ["Change password", "POST /api/auth/password", ["Current password", "New password", "Confirm new password"]],
    ["Change email address", "POST /api/auth/email-change", ["New email address", "Password"]],
  ])("the profile keeps what was typed under “%s” when the server refuses it", async (label, call, fields) => {
    const { user, fill, callsTo } = openProfile("/profile?tab=security", { [call]: UNAVAILABLE });
    const form = within(await screen.findByRole("form", { name: label }));
    const typed = (name: string) => (name === "New email address" ? "new@nexby.example" : "paddle-past-the-mill");
    for (const name of fields) await fill(form.getByLabelText(name), typed(name));
    await user.click(form.getByRole("button", { name: /^(Change password|Send codes)$/ }));
    expect(await form.findByRole("alert")).toHaveTextContent("Temporarily unavailable");
    for (const name of fields) expect(form.getByLabelText(name)).toHaveValue(typed(name));
    expect(callsTo(call)).toHaveLength(1);
  });

  it("the profile changes the email address with the codes sent to both addresses", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const confirm = "POST /api/auth/email-change/confirm";
    const { user, fill, callsTo } = openProfile("/profile?tab=security", {
      "POST /api/auth/email-change": { expiresAt: soon, resendAt: soon },
      [confirm]: { ...PERSON, email: "new@nexby.example" },
    });
    const start = within(await screen.findByRole("form", { name: "Change email address" }));
    await fill(start.getByLabelText("New email address"), "new@nexby.example");
    await fill(start.getByLabelText("Password"), "paddle-past-the-mill");
    await user.click(start.getByRole("button", { name: "Send codes" }));
    const form = within(await screen.findByRole("form", { name: "Confirm email address" }));
    await fill(form.getByLabelText(`Code sent to ${PERSON.email}`), "123456");
    await fill(form.getByLabelText("Code sent to new@nexby.example"), "654321");
    await user.click(form.getByRole("button", { name: "Change email address" }));
    expect(await screen.findByText("Email address changed. Other devices were signed out.")).toBeVisible();
    expect(callsTo(confirm).map(({ body }) => body)).toEqual([{ currentCode: "123456", newCode: "654321" }]);
  });

  it("the profile asks a user without accepted terms to accept the version that is shown", async () => {
    const accept = "POST /api/terms/acceptance";
    const { user, callsTo } = openProfile("/profile", {
      "GET /api/profile": { ...PROFILE, termsAcceptedAt: null },
      "GET /api/terms/active": TERMS,
      [accept]: PROFILE,
    });
    const form = within(await screen.findByRole("form", { name: "Terms and Conditions" }));
    await form.findByText(/One\s+Two\s+Three/);
    await user.click(form.getByRole("checkbox", { name: "I agree to the Terms and Conditions" }));
    await user.click(form.getByRole("button", { name: "Accept terms" }));
    await waitFor(() => expect(screen.queryByRole("form", { name: "Terms and Conditions" })).toBeNull());
    expect(callsTo(accept).map(({ body }) => body)).toEqual([{ termsAccepted: true, version: TERMS.version }]);
  });

  it.each([
    ["email", "Email"],
    ["sms", "SMS"],
    ["push", "Push messages"],
    ["booking", "Bookings"],
    ["messaging", "Messages"],
    ["search", "Saved searches"],
    ["recommendation", "Recommendations"],
    ["weeklyDigest", "Weekly summary"],
    ["marketing", "News and offers"],
    ["quietHours", "No texts or push messages at night"],
  ] as const)("[PREF-01] the switch of %s shows and changes it alone", async (choice, name) => {
    const isOn = PREFERENCES[choice];
    const { user, callsTo } = openProfile("/profile?tab=notifications", {
      "GET /api/notification-preferences": PREFERENCES,
      "PATCH /api/notification-preferences": { ...PREFERENCES, [choice]: !isOn },
    });
    const control = await screen.findByRole("switch", { name });
    expect(control).toHaveAttribute("aria-checked", String(isOn));
    await user.click(control);
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(callsTo("PATCH /api/notification-preferences").map(({ body }) => body)).toEqual([
      { [choice]: !isOn, timeZone: PREFERENCES.timeZone },
    ]);
  });

  it.each(PREFERENCES.choices.filter(({ kind }) => kind !== "news"))(
    "[PREF-01] $kind by $channel is a cell of one table that is saved alone",
    async ({ kind, channel, isFixed }) => {
      const stored = { ...PREFERENCES, sms: true };
      const choices = stored.choices.map((one) =>
        one.kind === kind && one.channel === channel ? { ...one, isOn: false } : one,
      );
      const { user, callsTo } = openProfile("/profile?tab=notifications", {
        "GET /api/notification-preferences": stored,
        "PATCH /api/notification-preferences": { ...stored, choices },
      });
      const table = await screen.findByRole("table", { name: "Kinds of messages and how they reach you" });
      const column = within(table)
        .getAllByRole("columnheader")
        .slice(1)
        .map(({ textContent }) => textContent);
      expect(column).toEqual(["Email", "SMS", "Push"]);
      const cell = within(table).getByRole("checkbox", { name: `${ROWS[kind]} ${BY[channel]}` });
      expect(cell).toBeChecked();
      if (isFixed) {
        expect(cell).toBeDisabled();
        return;
      }
      await user.click(cell);
      expect(await screen.findByText("Saved")).toBeVisible();
      expect(cell).not.toBeChecked();
      expect(callsTo("PATCH /api/notification-preferences").map(({ body }) => body)).toEqual([
        { choices: [{ kind, channel, isOn: false }], timeZone: PREFERENCES.timeZone },
      ]);
    },
  );

  it("[PREF-01] a topic or a channel that is off turns off its cells in the table", async () => {
    openProfile("/profile?tab=notifications", {
      "GET /api/notification-preferences": { ...PREFERENCES, booking: false, push: false },
    });
    const table = await screen.findByRole("table", { name: "Kinds of messages and how they reach you" });
    const stateOf = (name: string) => {
      const { checked, disabled } = within(table).getByRole<HTMLInputElement>("checkbox", { name });
      return { checked, disabled };
    };
    const off = { checked: false, disabled: true };
    expect(stateOf("Requests by email")).toEqual(off);
    expect(stateOf("Messages by push message")).toEqual(off);
    expect(stateOf("Messages by email")).toEqual({ checked: true, disabled: false });
    expect(stateOf("Payments and changes by email")).toEqual({ checked: true, disabled: true });
  });

  it.each([
    [null, null, "Add a phone number first."],
    ["+12015550100", null, /^Verify .+ first\.$/],
    ["+12015550100", "2026-01-01T00:00:00.000Z", /^Urgent updates to /],
  ])(
    "[PREF-01] the profile says what texts need: number %s, verified %s",
    async (phoneNumber, phoneVerifiedAt, hint) => {
      openProfile("/profile?tab=notifications", {
        "GET /api/profile": { ...PROFILE, phoneNumber, phoneVerifiedAt },
        "GET /api/notification-preferences": PREFERENCES,
      });
      expect(await screen.findByRole("switch", { name: "SMS" })).toHaveAccessibleDescription(hint);
    },
  );

  it("[PREF-01] the profile says nothing of browsers while push messages are off", async () => {
    openProfile("/profile?tab=notifications", {
      "GET /api/notification-preferences": { ...PREFERENCES, push: false },
    });
    expect(await screen.findByRole("switch", { name: "Push messages" })).not.toBeChecked();
    expect(screen.queryByText(/This browser can’t show push messages/)).toBeNull();
  });

  it("[PREF-01] profile saves each notification choice at once, with the browser's time zone until one is set", async () => {
    const { user, callsTo } = openProfile("/profile?tab=notifications", {
      "GET /api/notification-preferences": { ...PREFERENCES, timeZone: null },
      "PATCH /api/notification-preferences": { ...PREFERENCES, search: false },
    });
    await user.click(await screen.findByRole("switch", { name: "Saved searches" }));
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Saved searches" })).not.toBeChecked();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(callsTo("PATCH /api/notification-preferences")[0]?.body).toEqual({ search: false, timeZone });
    await user.selectOptions(screen.getByLabelText("Until"), "7:00 AM");
    await waitFor(() =>
      expect(callsTo("PATCH /api/notification-preferences")[1]?.body).toMatchObject({ quietUntil: "07:00" }),
    );
    await user.selectOptions(screen.getByLabelText("From"), "10:30 PM");
    const bodies = () => callsTo("PATCH /api/notification-preferences").map(({ body }) => body);
    await waitFor(() => expect(bodies()).toContainEqual(expect.objectContaining({ quietFrom: "22:30" })));
    await user.selectOptions(screen.getByLabelText("Time zone"), "Mountain Time");
    await waitFor(() => expect(bodies()).toContainEqual(expect.objectContaining({ timeZone: "America/Denver" })));
  });

  it.each([
    ["an iPhone how to install the app", "Mozilla/5.0 (iPhone)", /tap Share, then Add to Home Screen/],
    ["a browser without push messages what to use instead", "Mozilla/5.0 (Windows)", /Use email or SMS/],
  ])("[PREF-01] the profile tells %s", async (_, userAgent, text) => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    openProfile("/profile?tab=notifications", { "GET /api/notification-preferences": PREFERENCES });
    expect(await screen.findByText(text)).toBeVisible();
  });

  describe("[PREF-01] push messages in browsers", () => {
    const [phone, laptop] = [crypto.randomUUID(), crypto.randomUUID()];
    const createdAt = "2026-03-01T12:00:00.000Z";
    const unsubscribe = vi.fn(async () => true);
    const openDevices = (permission: NotificationPermission, devices: string[]) => {
      const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } };
      vi.stubGlobal("PushManager", class {});
      vi.stubGlobal("Notification", { permission });
      Object.defineProperty(navigator, "serviceWorker", {
        configurable: true,
        value: { getRegistration: async () => registration },
      });
      onTestFinished(() => {
        vi.unstubAllGlobals();
        Reflect.deleteProperty(navigator, "serviceWorker");
      });
      const opened = openProfile("/profile?tab=notifications", {
        "GET /api/notification-preferences": PREFERENCES,
        "GET /api/push/devices": () =>
          devices.map((id) => ({ id, device: id === laptop ? "Firefox on Linux" : "Chrome on Android", createdAt })),
        [`DELETE /api/push/devices/${laptop}`]: () => {
          devices.splice(devices.indexOf(laptop), 1);
          return { success: true };
        },
      });
      localStorage.setItem("nexby-push-device", laptop);
      return opened;
    };

    it("push messages are listed by browser and turned off in one, which then gets none", async () => {
      const { user, callsTo } = openDevices("granted", [phone, laptop]);
      const list = within(await screen.findByRole("list", { name: "Devices with push messages" }));
      const shown = () => list.getAllByRole("listitem").map(({ textContent }) => textContent);
      expect(shown()).toEqual(["Chrome on AndroidSince Mar 1, 2026Turn off", "Firefox on LinuxThis browserTurn off"]);
      expect(screen.queryByRole("button", { name: "Turn on in this browser" })).toBeNull();
      await user.click(list.getAllByRole("button", { name: "Turn off" })[1] as HTMLElement);
      expect(await screen.findByRole("button", { name: "Turn on in this browser" })).toBeVisible();
      expect(shown()).toEqual(["Chrome on AndroidSince Mar 1, 2026Turn off"]);
      expect(callsTo(`DELETE /api/push/devices/${laptop}`)).toHaveLength(1);
      expect(unsubscribe).toHaveBeenCalledOnce();
      expect(localStorage.getItem("nexby-push-device")).toBeNull();
    });

    it("push messages are offered in a browser that has none yet", async () => {
      openDevices("default", [phone]);
      expect(await screen.findByRole("button", { name: "Turn on in this browser" })).toBeVisible();
    });

    it("push messages come with a hint how to allow them when the browser blocks them", async () => {
      openDevices("denied", []);
      expect(await screen.findByText(/^Your browser blocks messages from Nexby\./)).toBeVisible();
      expect(screen.queryByRole("button", { name: "Turn on in this browser" })).toBeNull();
      expect(screen.queryByRole("list", { name: "Devices with push messages" })).toBeNull();
    });
  });

  it.each([
    [true, "Ready to rent", "You can rent once your account is approved"],
    [false, "You can rent once your account is approved", "Ready to rent"],
  ])("the profile says who may rent: approved is %s", async (isApproved, shown, hidden) => {
    openProfile("/profile", { "GET /api/profile": { ...PROFILE, isApproved } });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.queryByText(hidden)).not.toBeInTheDocument();
  });

  it("the profile shows times of day with AM and PM", async () => {
    openProfile("/profile?tab=availability");
    const start = await screen.findByLabelText("Pickup from");
    expect(start).toHaveDisplayValue("9:00 AM");
    expect(screen.getByLabelText("Return until")).toHaveDisplayValue("6:00 PM");
    expect(within(start).getAllByRole("option")[0]).toHaveTextContent("12:00 AM");
  });

  it("the profile rejects a pickup window that ends before it starts", async () => {
    const { user, callsTo } = openProfile("/profile?tab=availability");
    const end = await screen.findByLabelText("Pickup until");
    await user.selectOptions(end, "8:30 AM");
    await user.click(screen.getByRole("button", { name: "Save availability" }));
    await waitFor(() => expect(end).toHaveAccessibleDescription("End time must be after start time"));
    expect(callsTo("PATCH /api/profile")).toEqual([]);
  });
});

describe("verifying contact details", () => {
  const soon = () => new Date(Date.now() + 60_000).toISOString();
  const unverified = (target: string | null, isSent = false) => ({
    target,
    verifiedAt: null,
    pending: isSent ? { expiresAt: soon(), resendAt: soon() } : null,
  });

  it("verifying contact details asks a visitor to sign in first", async () => {
    const { user } = renderApp("/verify-contact");
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Verify your contact details");
    await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Sign In" }));
    expect(location.pathname + location.search).toBe("/auth?mode=signin&returnTo=%2Fverify-contact");
  });

  it.each(["", "12345", "1234567", "12345a"])(
    "[VAL-09] verifying contact details does not send the code %j",
    async (wrong) => {
      const { user, fill, callsTo } = renderApp(
        "/verify-contact",
        { "GET /api/auth/verifications": { email: unverified(PERSON.email, true), phone: unverified(null) } },
        { user: {} },
      );
      const code = await screen.findByRole("textbox", { name: "Verification code" });
      await fill(code, wrong);
      await user.click(screen.getByRole("button", { name: "Verify" }));
      await waitFor(() => expect(code).toHaveAccessibleDescription(/^Verification code must be 6 digits/));
      expect(code).toHaveFocus();
      expect(callsTo("POST /api/auth/verifications/confirm")).toEqual([]);
    },
  );

  it("verifying contact details shows a wrong code at its field", async () => {
    const { user, fill } = renderApp(
      "/verify-contact",
      {
        "GET /api/auth/verifications": { email: unverified(PERSON.email, true), phone: unverified(null) },
        "POST /api/auth/verifications/confirm": refusal(
          400,
          "wrong_code",
          "This code is incorrect. Check it and try again.",
        ),
      },
      { user: {} },
    );
    const code = await screen.findByRole("textbox", { name: "Verification code" });
    await fill(code, "000 000");
    await user.click(screen.getByRole("button", { name: "Verify" }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is incorrect\./));
    expect(code).toHaveFocus();
  });

  it("verifying contact details asks for a new code after the number changes", async () => {
    let phone = unverified("+12015550100", true);
    const { user, fill } = renderApp(
      "/verify-contact",
      {
        "GET /api/auth/verifications": () => ({ email: unverified(PERSON.email), phone }),
        "PATCH /api/profile": () => {
          phone = unverified("+12015550199");
          return PROFILE;
        },
      },
      { user: {} },
    );
    const card = within(await screen.findByRole("region", { name: "Phone number" }));
    expect(card.getByRole("textbox", { name: "Verification code" })).toBeVisible();
    await user.click(card.getByRole("button", { name: "Change number" }));
    await fill(card.getByRole("textbox", { name: "Phone number" }), "+1 (201) 555-0199");
    await user.click(card.getByRole("button", { name: "Save number" }));
    expect(await card.findByText("+12015550199")).toBeVisible();
    expect(card.queryByRole("textbox", { name: "Verification code" })).not.toBeInTheDocument();
    expect(card.getByText("Not verified")).toBeVisible();
  });
});
