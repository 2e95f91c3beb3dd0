import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingReviewsView, ReviewView } from "@nexby/contract/reviews/reviews";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { type Answers, inTurn, renderApp } from "../../testing/render-app.tsx";

const RETURNED: BookingDetailView = {
  ...BOOKING,
  status: "return_submitted",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: null,
  allowedActions: [],
};
const PATH = `/my-bookings/${BOOKING.id}`;
const API = `/api/bookings/${BOOKING.id}`;

const REVIEW: ReviewView = {
  id: "0190a0a0-0000-7000-8000-000000000011",
  rating: 4,
  comment: "Clean and on time",
  createdAt: "2026-03-01T12:00:00.000Z",
  reviewer: { id: "0190a0a0-0000-7000-8000-000000000012", firstName: "Robin", lastName: "Vale", profileImageUrl: null },
  byRole: "renter",
  reviewType: "general",
  communicationRating: 5,
  punctualityRating: null,
  conditionRating: 3,
  isVerifiedRental: true,
  item: { id: BOOKING.item.id, title: BOOKING.item.title },
  reply: null,
  helpfulCount: 0,
  wasHelpful: false,
  allowedActions: [],
};
const OPEN: BookingReviewsView = {
  canReview: true,
  closesAt: "2026-03-15T12:00:00.000Z",
  mine: null,
  received: null,
  isClaimAfterReading: false,
};
const WAITING: BookingReviewsView = {
  ...OPEN,
  canReview: false,
  mine: { ...REVIEW, publishedAt: null, hiddenReason: null },
};

const open = (reviews: BookingReviewsView, more: Answers = {}) =>
  renderApp(PATH, { [`GET ${API}`]: RETURNED, [`GET ${API}/reviews`]: reviews, ...more }, { user: {} });

describe("a booking's reviews", () => {
  it("[VAL-11] sends the chosen stars, and the review then waits", async () => {
    const { user, callsTo } = open(OPEN, {
      [`GET ${API}/reviews`]: inTurn(
        () => OPEN,
        () => WAITING,
      ),
      [`POST ${API}/reviews`]: WAITING,
    });
    await user.click(await screen.findByRole("button", { name: "Write a review" }));
    const sheet = within(screen.getByRole("dialog", { name: "Write a review" }));
    await user.click(
      within(sheet.getByRole("radiogroup", { name: "Overall" })).getByRole("radio", { name: "4 stars" }),
    );
    const condition = sheet.getByRole("radiogroup", { name: /condition/i });
    await user.click(within(condition).getByRole("radio", { name: "3 stars" }));
    await user.type(sheet.getByLabelText("Your review"), "Clean and on time");
    await user.click(sheet.getByRole("button", { name: "Send review" }));
    expect(await screen.findByText(/^Only you can see it/)).toBeVisible();
    const [sent] = callsTo(`POST ${API}/reviews`);
    expect(sent?.body).toMatchObject({
      rating: 4,
      communicationRating: null,
      conditionRating: 3,
      reviewType: "general",
    });
  });

  it.each([
    ["renter", "Maya"],
    ["owner", "Omar"],
  ] as const)("[REV-01] invites the %s to review the other person", async (role, other) => {
    open(OPEN, { [`GET ${API}`]: { ...RETURNED, role } });
    expect(await screen.findByText(new RegExp(`^How was the rental with ${other}\\?`))).toBeVisible();
    expect(screen.getByRole("button", { name: "Write a review" })).toBeVisible();
  });

  it("[REV-02] a review shows its writer by first name and initial, its day, stars and words", async () => {
    open({ ...OPEN, canReview: false, received: REVIEW });
    const review = within(await screen.findByRole("article", { name: "Review by Robin Vale" }));
    expect(review.getByRole("link", { name: "Robin V." })).toHaveAttribute("href", `/users/${REVIEW.reviewer.id}`);
    expect(review.getByRole("img", { name: "4 stars of 5" })).toBeVisible();
    expect(review.getByText("Mar 1, 2026")).toBeVisible();
    expect(review.getByText(REVIEW.comment)).toBeVisible();
  });

  it("[REV-01] marks reviews of a verified rental only", async () => {
    const received = { ...REVIEW, id: BOOKING.id, comment: "From before", isVerifiedRental: false };
    open({ ...OPEN, canReview: false, mine: { ...REVIEW, publishedAt: null, hiddenReason: null }, received });
    expect(await screen.findByText("From before")).toBeVisible();
    expect(screen.getAllByText("Verified rental")).toHaveLength(1);
  });

  it("[REV-01] shows the other person's review and why one's own is hidden", async () => {
    const hidden = { ...REVIEW, publishedAt: REVIEW.createdAt, hiddenReason: "Insulting" };
    const received = { ...REVIEW, id: BOOKING.id, comment: "Came back spotless", byRole: "owner" as const };
    open({ ...OPEN, canReview: false, mine: hidden, received });
    expect(await screen.findByText("Came back spotless")).toBeVisible();
    expect(screen.getByText(/Reason: “Insulting”/)).toBeVisible();
    expect(screen.getAllByText("Verified rental")).toHaveLength(2);
  });

  it("marks a claim for admins that was filed after reading the review", async () => {
    open({ ...OPEN, canReview: false, isClaimAfterReading: true });
    expect(await screen.findByText("Claim filed after reading a review")).toBeVisible();
  });
});
