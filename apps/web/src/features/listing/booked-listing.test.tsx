import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ITEM } from "../../testing/item.fixture.ts";
import { renderApp } from "../../testing/render-app.tsx";

const record = { agreedCount: 1, canceledCount: 1 };
const RECORD = "Canceled 1 of 1 rental in the last year";

describe("owner cancellation record", () => {
  it("shows on the listing with a link to the owner", async () => {
    const item = { ...ITEM, isInstant: true, owner: { ...ITEM.owner, record } };
    renderApp(`/listings/${ITEM.id}`, { [`GET /api/items/${ITEM.id}`]: item });
    const owner = await screen.findByRole("link", { name: new RegExp(`^Shared by Maya.*${RECORD}$`) });
    expect(owner).toHaveAttribute("href", `/users/${ITEM.ownerId}`);
    expect(screen.getAllByText("Instant book")[0]).toBeVisible();
  });

  it("shows on the owner's profile", async () => {
    const person = {
      id: ITEM.ownerId,
      firstName: "Maya",
      lastName: "Rivera",
      profileImageUrl: null,
      city: null,
      state: null,
      memberSince: "2026-01-01T00:00:00.000Z",
      isEmailVerified: true,
      isPhoneVerified: true,
      averageRating: null,
      reviewCount: 0,
      itemCount: 0,
      record,
    };
    renderApp(`/users/${ITEM.ownerId}`, { [`GET /api/users/${ITEM.ownerId}`]: person });
    expect(await screen.findByText(RECORD)).toBeVisible();
  });
});
