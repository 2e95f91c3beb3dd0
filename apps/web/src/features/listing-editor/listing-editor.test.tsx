import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { OwnItemView } from "@nexby/contract/listings/items";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CATEGORIES, TENT } from "../../testing/fixtures.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const REQUEST = "To list items for rent, please complete your profile with the required information.";
const CAMPING = CATEGORIES[0]?.id ?? "";
const TRUCKS = CATEGORIES.find(({ slug }) => slug === "food-trucks")?.id ?? "";

const DRAFT = {
  images: [1, 2, 3].map((number) => `/media/demo/dome-tent-${number}/full.webp`),
  title: "Dome tent",
  categoryIds: [CAMPING],
  condition: "used",
  dailyRate: "25",
  location: "Maplewood, NJ 07040",
};

type Options = { draft?: object | null; responses?: Answers; user?: Partial<CurrentUserView> };

function open(path: string, { draft = {}, responses, user = {} }: Options = {}) {
  const storedDraft = draft && { itemId: null, content: { ...DRAFT, ...draft }, updatedAt: new Date().toISOString() };
  return renderApp(
    path,
    {
      "GET /api/categories": CATEGORIES,
      "GET /api/owner/drafts": storedDraft ? [storedDraft] : [],
      "GET /api/owner/listing-defaults": { defaultCancellationPolicy: "flexible" },
      "PUT /api/owner/drafts": ({ body }) => ({ ...(body as object), updatedAt: new Date().toISOString() }),
      ...responses,
    },
    { user },
  );
}

const publishButton = () => screen.findByRole("button", { name: "Publish" });
const report = (text: RegExp) =>
  waitFor(() => {
    const alert = screen.getAllByRole("alert").find(({ textContent }) => text.test(textContent));
    expect(alert).toBeDefined();
    return alert as HTMLElement;
  });
const linksOf = (alert: HTMLElement) =>
  within(alert)
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

it("[CARD-03] the listing editor previews a listing without a title as Untitled Item", async () => {
  open("/create-listing?step=preview", { draft: { title: " " } });
  expect((await screen.findAllByText("Untitled Item")).length).toBeGreaterThan(0);
});

it("[CARD-03] the listing editor previews a listing without a condition as used and available", async () => {
  open("/create-listing?step=preview", { draft: { condition: "", location: "" } });
  expect(await screen.findByText("Your town · Used · Available")).toBeInTheDocument();
});

it("[CARD-03] the listing editor previews the town of a typed address, and not the street", async () => {
  open("/create-listing?step=preview", { draft: { condition: "", location: "12 Oak St, Maplewood, NJ 07040" } });
  expect(await screen.findByText("Maplewood, NJ · Used · Available")).toBeInTheDocument();
});

describe("[LIST-01] the pieces of a kit", () => {
  it("the pieces of a kit can be added, filled in and removed", async () => {
    const { user } = open("/create-listing?step=basics");
    const pieces = within(await screen.findByRole("group", { name: "Pieces" }));
    const add = pieces.getByRole("button", { name: "Add a piece" });
    await user.click(add);
    await user.type(pieces.getByRole("textbox", { name: "Piece, piece 1" }), "Tent pole");
    await user.type(pieces.getByRole("textbox", { name: "$ each if missing, piece 1" }), "12.50");
    expect(pieces.getByRole("textbox", { name: "How many, piece 1" })).toHaveValue("1");
    await user.click(add);
    await user.type(pieces.getByRole("textbox", { name: "Piece, piece 2" }), "Bag");
    await user.click(pieces.getByRole("button", { name: "Remove piece 1" }));
    expect(pieces.getByRole("textbox", { name: "Piece, piece 1" })).toHaveValue("Bag");
    expect(pieces.queryByRole("textbox", { name: "Piece, piece 2" })).toBeNull();
    expect(add).toHaveFocus();
  });

  it("the pieces of a kit are sent with the listing", async () => {
    const { user, callsTo } = open("/create-listing?step=preview", {
      draft: { pieces: [{ name: "Tent pole", count: "4", priceCents: "12.50" }] },
      responses: { "POST /api/items": refusal(403, "profile_incomplete", REQUEST) },
    });
    await user.click(await publishButton());
    await report(/Your listing wasn’t published/);
    expect(callsTo("POST /api/items")[0]?.body).toMatchObject({
      pieces: [{ name: "Tent pole", count: "4", priceCents: 1250 }],
    });
  });

  it("the pieces of a kit are not offered for a food truck", async () => {
    open("/create-listing?step=basics", { draft: { categoryIds: [TRUCKS] } });
    expect(await screen.findByRole("textbox", { name: "Title" })).toBeVisible();
    expect(screen.queryByRole("group", { name: "Pieces" })).toBeNull();
  });
});

describe("publishing a listing", () => {
  it("[ROLE-05] publishing a listing requires a complete profile and asks for missing fields", async () => {
    const { user, callsTo } = open("/create-listing?step=preview", {
      user: { phoneNumber: null, city: null, state: null },
    });
    const dialog = within(await screen.findByRole("dialog", { name: "Complete Your Profile" }));
    expect(dialog.getByText(REQUEST)).toBeVisible();
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Phone number",
      "City",
      "State",
    ]);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    const publish = await publishButton();
    expect(publish).toBeDisabled();
    expect(publish).toHaveAccessibleDescription(/once your profile is complete/);
    await user.click(publish);
    expect(callsTo("POST /api/items")).toEqual([]);
  });

  it("publishing a listing requires an approved account", async () => {
    open("/create-listing?step=preview", { user: { isApproved: false } });
    const publish = await publishButton();
    expect(publish).toBeDisabled();
    expect(publish).toHaveAccessibleDescription(/once we approve your account/);
    expect(screen.getByText(/^You can list items once we approve your account\./)).toBeVisible();
    expect(screen.queryByRole("dialog", { name: "Complete Your Profile" })).not.toBeInTheDocument();
  });

  it("[ROLE-05] publishing a listing shows a rejection by the server above the form", async () => {
    const { user, callsTo } = open("/create-listing?step=preview", {
      responses: { "POST /api/items": refusal(403, "profile_incomplete", REQUEST) },
    });
    await user.click(await publishButton());
    const alert = await report(/Your listing wasn’t published/);
    expect(alert).toHaveTextContent(REQUEST);
    expect(alert).toHaveFocus();
    expect(callsTo("POST /api/items")[0]?.body).toMatchObject({ title: "Dome tent", dailyRate: "25" });
    expect(screen.getByRole("region", { name: "Summary" })).toHaveTextContent("Dome tent");
  });

  it("[VAL-08] publishing a listing shows a place that only the server doesn't know at its field, in its step", async () => {
    const message = "We couldn’t find this place";
    const { user } = open("/create-listing?step=preview", {
      draft: { location: "Nowhere at all, XX" },
      responses: {
        "POST /api/items": refusal(400, "validation_failed", message, [{ field: "location", message }]),
      },
    });
    await user.click(await publishButton());
    const field = await screen.findByRole("combobox", { name: "Street address" });
    expect(location.search).toBe("?step=exchange");
    await waitFor(() => expect(field).toHaveAccessibleDescription(/We couldn’t find this place/));
    await waitFor(() => expect(field).toHaveFocus());
  });

  it("[VAL-08] publishing a listing lists invalid fields, marks their steps and sends nothing", async () => {
    const { user, callsTo } = open("/create-listing?step=preview", {
      draft: { title: "", dailyRate: "lots", images: [], categoryIds: [], minRentalDays: "9", maxRentalDays: "3" },
    });
    await user.click(await publishButton());
    const alert = await report(/Please check these 5 fields/);
    expect(linksOf(alert)).toEqual([
      "At least 3 images are required",
      "Title is required",
      "At least one category is required",
      "Daily rate must be an amount such as 25.00",
      "Longest rental can’t be shorter than the shortest",
    ]);
    for (const name of [/Basics.*please check/, /Price and fees.*please check/, /Availability.*please check/]) {
      expect(within(screen.getByRole("navigation", { name: "Steps" })).getByRole("link", { name })).toBeVisible();
    }
    expect(callsTo("POST /api/items")).toEqual([]);
    await user.click(within(alert).getByRole("link", { name: "Title is required" }));
    expect(location.search).toBe("?step=basics");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Title" })).toHaveFocus());
  });
});

describe("a draft", () => {
  it("a draft is saved while typing, and discarded on request", async () => {
    const { user, fill, callsTo } = open("/create-listing?step=basics", {
      responses: { "POST /api/owner/drafts/discard": { success: true } },
    });
    expect(await screen.findByText("We restored your draft")).toBeVisible();
    await fill(screen.getByRole("textbox", { name: "Title" }), "Kite");
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(callsTo("PUT /api/owner/drafts").at(-1)?.body).toMatchObject({ itemId: null, content: { title: "Kite" } });

    await user.click(screen.getByRole("button", { name: "Start over" }));
    await user.click(await screen.findByRole("button", { name: "Discard draft" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Title" })).toHaveValue(""));
    expect(screen.queryByText("We restored your draft")).not.toBeInTheDocument();
    expect(callsTo("POST /api/owner/drafts/discard")[0]?.body).toEqual({ itemId: null });
    expect(Object.keys(localStorage).filter((key) => key.includes("listing_draft"))).toEqual([]);
  });
});

describe("food truck step", () => {
  const openStep = () => open("/create-listing?step=food-truck", { draft: { categoryIds: [TRUCKS] } });
  const next = () => screen.findByRole("button", { name: "Next" });

  it("[FOOD-01] the food truck step appears only for food trucks", async () => {
    const { user } = open("/create-listing?step=basics");
    const steps = within(await screen.findByRole("navigation", { name: "Steps" }));
    expect(steps.queryByRole("link", { name: /Food truck/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("checkbox", { name: "Food Trucks" }));
    expect(await steps.findByRole("link", { name: /Food truck/ })).toBeVisible();
  });

  it("[FOOD-01] the food truck step explains how price tiers must follow each other", async () => {
    const { user, fill } = openStep();
    const add = await screen.findByRole("button", { name: "Add a price tier" });
    for (const price of ["18", "17", "16"]) {
      await user.click(add);
      await fill(screen.getAllByRole("textbox", { name: /^\$ per person/ }).at(-1) as HTMLElement, price);
    }
    const tiers = within(screen.getByRole("group", { name: "Price tiers" }));
    expect(tiers.getAllByText(/Enter an end for the tier above/)[0]).toBeVisible();
    await fill(tiers.getByRole("textbox", { name: "To guests, price tier 2" }), "99");
    expect(tiers.getByText("This tier must start at 100, right after the one above.")).toBeVisible();
    await user.click(await next());
    const [problem] = await tiers.findAllByText("First number of guests must be a whole number from 1 to 100,000");
    expect(problem).toBeVisible();
    await user.click(tiers.getByRole("button", { name: "Remove price tier 2" }));
    expect(add).toHaveFocus();
    expect(tiers.getAllByRole("listitem")).toHaveLength(2);
  });

  it("[FOOD-01] the food truck step accepts only an https URL as the menu link", async () => {
    const { user, fill } = openStep();
    const menu = await screen.findByRole("textbox", { name: "Menu link" });
    await fill(menu, "tacos.example");
    await user.click(await next());
    await waitFor(() => expect(menu).toHaveAccessibleDescription("The menu link must start with https://"));
  });
});

describe("listing editor", () => {
  const { owner: _, category: __, categories: ___, placeholder: ____, ...fields } = TENT;
  const item: OwnItemView = {
    ...fields,
    images: DRAFT.images,
    ownerId: PERSON.id,
    categoryIds: [CAMPING],
    town: "Maplewood, NJ",
    viewCount: 0,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const path = `/listings/${item.id}/edit?step=basics`;

  it("listing editor shows the stored fields and does not save an empty title", async () => {
    const { user, fill, callsTo } = open(path, {
      draft: null,
      responses: { [`GET /api/owner/items/${item.id}`]: item },
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Edit Dome tent" })).toBeVisible();
    expect(await screen.findByRole("textbox", { name: "Description" })).toHaveValue("Sleeps four.");
    const title = screen.getByRole("textbox", { name: "Title" });
    await fill(title, "");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(title).toHaveAccessibleDescription(/Title is required/));
    expect(callsTo(`PATCH /api/items/${item.id}`)).toEqual([]);
  });

  it("listing editor pauses and resumes the listing", async () => {
    let isAvailable = true;
    const { user } = open(path, {
      draft: null,
      responses: {
        [`GET /api/owner/items/${item.id}`]: () => ({ ...item, isAvailable }),
        [`PATCH /api/items/${item.id}`]: ({ body }) => {
          isAvailable = (body as { isAvailable: boolean }).isAvailable;
          return { ...item, isAvailable };
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: "Pause listing" }));
    await user.click(await screen.findByRole("button", { name: "Resume listing" }));
    expect(await screen.findByText("Your listing is live again")).toBeVisible();
    expect(isAvailable).toBe(true);
  });

  it("listing editor is not found by anyone but the owner", async () => {
    open(path, { draft: null });
    expect(await screen.findByRole("heading", { level: 1, name: "Listing not found" })).toBeVisible();
  });
});
