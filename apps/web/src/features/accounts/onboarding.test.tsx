import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CATEGORIES, PROFILE, TERMS } from "../../testing/fixtures.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

/** A profile that applies PATCH requests. */
function profileResponses(changes: Partial<typeof PROFILE> = {}): Answers {
  let profile = { ...PROFILE, ...changes };
  return {
    "GET /api/profile": () => profile,
    "PATCH /api/profile": ({ body }) => {
      profile = { ...profile, ...(body as object) };
      return profile;
    },
  };
}

const here = () => location.pathname + location.search;

describe("welcome page", () => {
  it.each([
    ["rent", "renter", "/browse"],
    ["list", "owner", "/complete-registration"],
  ])("[ROLE-06] the welcome page stores that a user wants to %s and continues", async (verb, primaryUse, path) => {
    const { user, callsTo } = renderApp("/welcome", profileResponses(), { user: { firstName: "Iris" } });
    await screen.findByRole("heading", { level: 1, name: "Welcome, Iris" });
    await user.click(screen.getByRole("button", { name: new RegExp(`^I want to ${verb}`) }));
    await waitFor(() => expect(here()).toBe(path));
    expect(callsTo("PATCH /api/profile").map(({ body }) => body)).toEqual([{ primaryUse }]);
  });

  it("[ROLE-06] the welcome page shows the earlier choice", async () => {
    renderApp("/welcome", profileResponses({ primaryUse: "renter" }), { user: {} });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /^I want to rent/ })).toHaveAttribute("aria-pressed", "true"),
    );
    expect(screen.getByRole("button", { name: /^I want to list/ })).toHaveAttribute("aria-pressed", "false");
  });

  it("the welcome page shows why a choice could not be stored, and stays on the page", async () => {
    const responses = {
      ...profileResponses(),
      "PATCH /api/profile": refusal(400, "validation_failed", "Not today"),
    };
    const { user } = renderApp("/welcome", responses, { user: {} });
    await user.click(await screen.findByRole("button", { name: /^I want to rent/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Not today");
    expect(here()).toBe("/welcome");
  });

  it("the welcome page shows a visitor categories and a sign-up link that returns here", async () => {
    renderApp("/welcome", { "GET /api/categories": CATEGORIES });
    const chips = await within(await screen.findByRole("navigation", { name: "Popular categories" })).findAllByRole(
      "link",
    );
    expect(chips).toHaveLength(CATEGORIES.length);
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      "/auth?mode=signup&returnTo=%2Fwelcome",
    );
  });
});

describe("quick onboarding", () => {
  it("[ROLE-06] the quick onboarding requires both names and the primary use", async () => {
    const { user, fill, callsTo } = renderApp("/quick-onboarding", profileResponses(), { user: {} });
    const lastName = await screen.findByRole("textbox", { name: "Last name" });
    expect(screen.getByRole("textbox", { name: "First name" })).toHaveValue(PERSON.firstName);
    await fill(lastName, "");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(lastName).toHaveAccessibleDescription("Last name is required"));
    expect(screen.getByRole("radiogroup", { name: "What brings you here most?" })).toHaveAccessibleDescription(
      "Please choose renter or owner",
    );
    expect(callsTo("PATCH /api/profile")).toEqual([]);
    await fill(lastName, "Pond");
    await user.click(screen.getByRole("radio", { name: "List items" }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(here()).toBe("/complete-registration"));
    expect(callsTo("PATCH /api/profile")[0]?.body).toMatchObject({ lastName: "Pond", primaryUse: "owner" });
  });

  it("the quick onboarding requires the terms when they are not accepted yet", async () => {
    const responses = { ...profileResponses({ termsAcceptedAt: null }), "GET /api/terms/active": TERMS };
    const { user, callsTo } = renderApp("/quick-onboarding", responses, { user: { termsAcceptedAt: null } });
    await user.click(await screen.findByRole("button", { name: "Continue" }));
    await waitFor(() =>
      expect(screen.getByRole("checkbox")).toHaveAccessibleDescription("You must accept the terms and conditions"),
    );
    expect(callsTo("PATCH /api/profile")).toEqual([]);
  });

  it("the quick onboarding accepts the version of the terms that was shown, after saving the details", async () => {
    const accept = "POST /api/terms/acceptance";
    const { user, calls } = renderApp(
      "/quick-onboarding",
      {
        ...profileResponses({ termsAcceptedAt: null }),
        "GET /api/terms/active": TERMS,
        [accept]: { ...PROFILE, primaryUse: "owner" },
      },
      { user: { termsAcceptedAt: null } },
    );
    await screen.findByText(/One\s+Two\s+Three/);
    await user.click(screen.getByRole("radio", { name: "List items" }));
    await user.click(screen.getByRole("checkbox", { name: "I agree to the Terms and Conditions" }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(here()).toBe("/complete-registration"));
    const writes = calls.filter(({ method, path }) => method === "PATCH" || path === "/api/terms/acceptance");
    expect(writes.map(({ path, body }) => [path, body])).toEqual([
      ["/api/profile", { firstName: "Robin", lastName: "Vale", primaryUse: "owner" }],
      ["/api/terms/acceptance", { termsAccepted: true, version: TERMS.version }],
    ]);
  });
});

describe("completing the registration", () => {
  it("completing the registration requires phone, city and state, and continues to verification", async () => {
    const responses = {
      ...profileResponses({ phoneNumber: null, city: null, state: null }),
      "GET /api/auth/verifications": {
        email: { target: PERSON.email, verifiedAt: null, pending: null },
        phone: { target: "+12015550123", verifiedAt: null, pending: null },
      },
    };
    const { user, fill, callsTo } = renderApp("/complete-registration", responses, { user: {} });
    const phone = await screen.findByRole("textbox", { name: "Phone number" });
    const city = screen.getByRole("textbox", { name: "City" });
    const state = screen.getByRole("combobox", { name: "State" });
    await user.click(screen.getByRole("button", { name: "Save and verify" }));
    await waitFor(() => expect(phone).toHaveAccessibleDescription(/Please enter a phone number with its country code/));
    expect(city).toHaveAccessibleDescription("City is required");
    expect(state).toHaveAccessibleDescription("Please choose a US state");
    expect(callsTo("PATCH /api/profile")).toEqual([]);
    await fill(phone, "+12015550123");
    await fill(city, "Maplewood");
    await user.selectOptions(state, "NJ");
    await user.click(screen.getByRole("button", { name: "Save and verify" }));
    await waitFor(() => expect(here()).toBe("/verify-contact"));
    const values = { phoneNumber: "+12015550123", city: "Maplewood", state: "NJ" };
    expect(callsTo("PATCH /api/profile").map(({ body }) => body)).toEqual([values]);
    expect(await screen.findByText("+12015550123")).toBeVisible();
  });
});
