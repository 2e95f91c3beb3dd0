import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingReviewsView, ModeratedReviewView, ReviewView } from "@nexby/contract/reviews/reviews";
import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toasts } from "../../lib/toasts.ts";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { TENT } from "../../testing/fixtures.ts";
import { type Answers, inTurn, renderApp } from "../../testing/render-app.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

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

it("[REV-01] a listing shows the reviews with the chosen stars, until the stars are chosen again", async () => {
  const api = `/api/items/${TENT.id}`;
  const { user, callsTo } = renderApp(`/listings/${TENT.id}`, {
    [`GET ${api}`]: { ...TENT, averageRating: 4, reviewCount: 3 },
    [`GET ${api}/reviews`]: [REVIEW],
    [`GET ${api}/reviews/summary`]: {
      averageRating: 4,
      reviewCount: 3,
      distribution: [0, 0, 1, 1, 1],
      communication: 5,
      punctuality: null,
      condition: 3,
    },
  });
  const chosen = () => callsTo(`GET ${api}/reviews`).at(-1)?.search.get("rating") ?? null;
  const four = await screen.findByRole("button", { name: "4 stars of 5: 1 review" });
  await user.click(four);
  await expect.poll(chosen).toBe("4");
  expect(four).toHaveAttribute("aria-pressed", "true");
  await user.click(four);
  expect(four).toHaveAttribute("aria-pressed", "false");
});

it("[REV-01] a person's page shows their reviews as owner and as renter apart, and what was rented", async () => {
  const person: PublicProfileView = {
    ...{ id: TENT.ownerId, firstName: "Maya", lastName: "Rivera", profileImageUrl: null, city: null, state: null },
    ...{ memberSince: "2026-01-01T00:00:00.000Z", isEmailVerified: true, isPhoneVerified: false, itemCount: 0 },
    ...{ averageRating: 4, reviewCount: 1, asRenter: { averageRating: 5, reviewCount: 1 } },
    record: { agreedCount: 0, canceledCount: 0 },
  };
  const api = `/api/users/${person.id}`;
  const lent = { ...REVIEW, id: BOOKING.id, comment: "Came back spotless", byRole: "owner" as const };
  const { user } = renderApp(`/users/${person.id}`, {
    [`GET ${api}`]: person,
    [`GET ${api}/reviews`]: ({ search }) => (search.get("role") === "owner" ? [REVIEW] : [lent]),
  });
  const shown = async (comment: string) => {
    const review = (await screen.findByText(comment)).closest("article");
    expect(within(review as HTMLElement).getByRole("link", { name: REVIEW.item.title })).toHaveAttribute(
      "href",
      `/listings/${REVIEW.item.id}`,
    );
    return review;
  };
  expect(await shown(REVIEW.comment)).toHaveTextContent(`Rented ${REVIEW.item.title}`);
  await user.click(screen.getByRole("tab", { name: "As renter (1)" }));
  expect(await shown(lent.comment)).toHaveTextContent(`Lent ${REVIEW.item.title}`);
});

describe("a booking's reviews", () => {
  it("[VAL-11] [REV-01] a booking's reviews sends the chosen stars, and the review then waits", async () => {
    const shown = vi.spyOn(toasts, "show");
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
    await expect.poll(() => shown.mock.calls).toEqual([[{ title: "Review saved" }]]);
    const [sent] = callsTo(`POST ${API}/reviews`);
    expect(sent?.body).toMatchObject({
      rating: 4,
      communicationRating: null,
      conditionRating: 3,
      reviewType: "general",
    });
  });

  it("[REV-01] the page says that both reviews are published after the second one was sent", async () => {
    const shown = vi.spyOn(toasts, "show");
    const published = { ...WAITING, mine: { ...REVIEW, publishedAt: REVIEW.createdAt, hiddenReason: null } };
    const { user, fill } = open(OPEN, { [`POST ${API}/reviews`]: published });
    await user.click(await screen.findByRole("button", { name: "Write a review" }));
    const sheet = within(screen.getByRole("dialog", { name: "Write a review" }));
    const overall = within(sheet.getByRole("radiogroup", { name: "Overall" }));
    await user.click(overall.getByRole("radio", { name: "4 stars" }));
    await fill(sheet.getByLabelText("Your review"), "Clean and on time");
    await user.click(sheet.getByRole("button", { name: "Send review" }));
    await expect.poll(() => shown.mock.calls).toEqual([[{ title: "Both reviews are published" }]]);
  });

  it.each([
    ["renter", "Maya"],
    ["owner", "Omar"],
  ] as const)("[REV-01] a booking's reviews invites the %s to review the other person", async (role, other) => {
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

  it("[REV-01] a booking's reviews explains that both reviews stay secret until both exist or reviewing ends", async () => {
    open(OPEN);
    expect(
      await screen.findByText(
        /Maya can’t see your review before writing one\. We publish both together, or yours on Mar 15, 2026\.$/,
      ),
    ).toBeVisible();
  });

  it("[REV-01] a booking's reviews shows one's own waiting review, and no form anymore", async () => {
    open(WAITING);
    const text = "Only you can see it. We publish it when Maya has written one too, or on Mar 15, 2026.";
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Write a review" })).toBeNull();
  });

  it("[REV-01] an owner's form rates the renter, without a choice of what it is about", async () => {
    const { user } = open(OPEN, { [`GET ${API}`]: { ...RETURNED, role: "owner" } });
    await user.click(await screen.findByRole("button", { name: "Write a review" }));
    const sheet = within(screen.getByRole("dialog", { name: "Write a review" }));
    expect(sheet.getByText("Omar rented Dome tent. You can’t change your review after you send it.")).toBeVisible();
    expect(sheet.getByRole("radiogroup", { name: "Condition at return (optional)" })).toBeVisible();
    expect(sheet.queryByText("Your rating is about")).toBeNull();
  });

  it("[REV-01] a review shows its parts, what it is about and the reply, and offers what the viewer may do", async () => {
    const reply = { text: "Thank you!", by: "Sam", at: REVIEW.createdAt };
    const received = { ...REVIEW, reviewType: "item" as const, helpfulCount: 2, reply };
    open({ ...OPEN, canReview: false, received: { ...received, allowedActions: ["helpful", "report"] } });
    const review = within(await screen.findByRole("article", { name: "Review by Robin Vale" }));
    expect(review.getByText("Communication 5 · Item’s condition 3 · Rating of the item")).toBeVisible();
    expect(review.getByText("Sam replied")).toBeVisible();
    expect(review.getByText("Thank you!")).toBeVisible();
    expect(review.getByRole("button", { name: "Helpful (2): review by Robin Vale" })).toBeVisible();
    expect(review.getByRole("button", { name: "Report the review by Robin Vale" })).toBeVisible();
    expect(review.queryByRole("button", { name: /^Reply/ })).toBeNull();
  });

  it.each([
    [true, "DELETE"],
    [false, "PUT"],
  ])("[REV-01] a vote is taken back or given: it was %s before", async (wasHelpful, method) => {
    const received = { ...REVIEW, wasHelpful, allowedActions: ["helpful" as const] };
    const { user, calls } = open({ ...OPEN, canReview: false, received });
    await user.click(await screen.findByRole("button", { name: "Helpful: review by Robin Vale" }));
    await expect
      .poll(() => calls.filter(({ path }) => path === `/api/reviews/${REVIEW.id}/helpful`).map((one) => one.method))
      .toContain(method);
  });

  it("[REV-01] a booking's reviews marks reviews of a verified rental only", async () => {
    const received = { ...REVIEW, id: BOOKING.id, comment: "From before", isVerifiedRental: false };
    open({ ...OPEN, canReview: false, mine: { ...REVIEW, publishedAt: null, hiddenReason: null }, received });
    expect(await screen.findByText("From before")).toBeVisible();
    expect(screen.getAllByText("Verified rental")).toHaveLength(1);
  });

  it("[REV-01] a booking's reviews shows the other person's review and why one's own is hidden", async () => {
    const hidden = { ...REVIEW, publishedAt: REVIEW.createdAt, hiddenReason: "Insulting" };
    const received = { ...REVIEW, id: BOOKING.id, comment: "Came back spotless", byRole: "owner" as const };
    open({ ...OPEN, canReview: false, mine: hidden, received });
    expect(await screen.findByText("Came back spotless")).toBeVisible();
    expect(screen.getByText(/Reason: “Insulting”/)).toBeVisible();
    expect(screen.getAllByText("Verified rental")).toHaveLength(2);
  });

  it("[REV-01] a booking's reviews marks a claim for admins that was filed after reading the review", async () => {
    open({ ...OPEN, canReview: false, isClaimAfterReading: true });
    expect(await screen.findByText("Claim filed after reading a review")).toBeVisible();
  });

  it.each([
    ["reply", "Reply to the review by Robin Vale", "Your reply", "Publish reply"],
    ["report", "Report the review by Robin Vale", "What’s wrong with it?", "Send report"],
  ] as const)("[REV-01] a %s is sent as it was written", async (action, opener, label, send) => {
    const text = "It was clean.\nSee the photos.";
    const received = { ...REVIEW, allowedActions: [action] };
    const call = `POST /api/reviews/${REVIEW.id}/${action}`;
    const { user, fill, callsTo } = open({ ...OPEN, canReview: false, received }, { [call]: REVIEW });
    await user.click(await screen.findByRole("button", { name: opener }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await fill(dialog.getByRole("textbox", { name: label }), text);
    await user.click(dialog.getByRole("button", { name: send }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    const field = action === "reply" ? "reply" : "reason";
    expect(callsTo(call).map(({ body }) => body)).toEqual([{ [field]: text }]);
  });
});

it.each([
  ["hide", "Hide review", "Review hidden"],
  ["keep", "Keep review", "Review kept"],
])("[REV-01] an admin decides to %s a reported review with a reason", async (decision, label, done) => {
  const reported: ModeratedReviewView = {
    ...REVIEW,
    bookingId: BOOKING.id,
    reviewee: { id: BOOKING.id, firstName: "Maya", lastName: "Rivera" },
    reports: [{ reason: "Insulting", by: "Maya Rivera", at: REVIEW.createdAt }],
    hidden: null,
    canDecide: true,
  };
  const call = `POST /api/admin/reviews/${REVIEW.id}/decision`;
  const { user, fill, callsTo } = renderApp(
    "/admin/reviews",
    { "GET /api/admin/reviews": () => (callsTo(call).length > 0 ? [] : [reported]), [call]: reported },
    { user: { isAdmin: true } },
  );
  await user.click(await screen.findByRole("button", { name: `${label}: Robin Vale, Dome tent` }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await fill(dialog.getByRole("textbox", { name: "Reason" }), "It names a neighbor");
  await user.click(dialog.getByRole("button", { name: label }));
  expect(await screen.findByText(done)).toBeVisible();
  expect(await screen.findByText("No reviews to look at.")).toBeVisible();
  expect(callsTo(call).map(({ body }) => body)).toEqual([{ decision, reason: "It names a neighbor" }]);
});
