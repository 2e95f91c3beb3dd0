import { REVIEW_ROLES, REVIEW_TYPES } from "@nexby/domain/reviews/reviews";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { isVisible, namedObject, pageQuery, wholeNumber } from "../fields.ts";

const instant = z.iso.datetime();
const stars = z.int().min(1).max(5);

const MAX_COMMENT = 2000;
const TOO_LONG = `Please use at most ${MAX_COMMENT.toLocaleString("en-US")} characters`;
const longText = (required: string) =>
  z.string({ error: required }).trim().min(1, required).max(MAX_COMMENT, TOO_LONG).refine(isVisible, required);

const STARS_MESSAGE = "Please choose 1 to 5 stars";

/** Forms send the digit as text. */
const rating = z.preprocess(
  (value) => (typeof value === "string" && /^[1-5]$/.test(value) ? Number(value) : value),
  z.int({ error: STARS_MESSAGE }).min(1, STARS_MESSAGE).max(5, STARS_MESSAGE),
);
const partRating = rating.nullable().default(null);

const REVIEW_ACTIONS = ["reply", "helpful", "report"] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** A review as everyone sees it once it is published. */
const reviewView = namedObject("Review", {
  id: z.uuid(),
  rating: stars,
  comment: z.string(),
  createdAt: instant,
  reviewer: z.object({
    id: z.uuid(),
    firstName: z.string(),
    lastName: z.string().describe("Its first letter, such as R., except for the two people of the rental"),
    profileImageUrl: z.string().nullable(),
  }),
  byRole: z.enum(REVIEW_ROLES).describe("Who wrote it: the renter or the owner"),
  reviewType: z.enum(REVIEW_TYPES).describe("What the overall rating is about"),
  communicationRating: stars.nullable(),
  punctualityRating: stars.nullable(),
  conditionRating: stars.nullable(),
  isVerifiedRental: z.boolean(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  reply: z
    .object({ text: z.string(), by: z.string().describe("First name"), at: instant })
    .nullable()
    .describe("The reviewed person's one public reply"),
  helpfulCount: z.int().nonnegative(),
  wasHelpful: z.boolean().describe("You marked it as helpful"),
  allowedActions: z.array(z.enum(REVIEW_ACTIONS)),
});
export type ReviewView = z.infer<typeof reviewView>;

const ownReviewView = namedObject("OwnReview", {
  ...reviewView.shape,
  publishedAt: instant.nullable().describe("Null while nobody else can see it"),
  hiddenReason: z.string().nullable().describe("Why our team has hidden it"),
});

/** What the viewer may know of a booking's reviews. The other person's stays secret until it is published. */
const bookingReviewsView = namedObject("BookingReviews", {
  canReview: z.boolean(),
  closesAt: instant.nullable().describe("The end of reviewing. Null before the return"),
  mine: ownReviewView.nullable(),
  received: reviewView.nullable().describe("The other person's review, once it is published"),
  isClaimAfterReading: z
    .boolean()
    .describe("For admins: the owner could read the renter's review before filing the claim"),
});
export type BookingReviewsView = z.infer<typeof bookingReviewsView>;

const ofBooking = { params: z.object({ bookingId: z.uuid() }) };
const ofReview = { params: z.object({ reviewId: z.uuid() }) };

export const getBookingReviews = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/reviews",
  summary: "Get your review of a booking, and the other person's once it is published",
  access: "signed-in",
  ...ofBooking,
  response: bookingReviewsView,
  errors: ["not_found"],
});

export const writeReview = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/reviews",
  summary: "Review a rental. Published when both people have reviewed, or 14 days after the return",
  access: "approved",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  ...ofBooking,
  body: z.object({
    rating,
    comment: longText("Please write a few words"),
    communicationRating: partRating,
    punctualityRating: partRating,
    conditionRating: partRating,
    reviewType: z
      .enum(REVIEW_TYPES, { error: "Please choose what your rating is about" })
      .default("general")
      .describe("Renters: general, item or owner. Owners: general or renter"),
  }),
  response: bookingReviewsView,
  status: 201,
  errors: ["validation_failed", "not_found", "action_not_allowed", "already_reviewed"],
});

const REVIEW_SORTS = ["newest", "highest", "lowest", "helpful"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const listItemReviews = endpoint({
  method: "GET",
  path: "/api/items/:itemId/reviews",
  summary: "List the published reviews of an item",
  access: "public",
  params: z.object({ itemId: z.uuid() }),
  query: z.object({
    ...pageQuery,
    sort: z.enum(REVIEW_SORTS, { error: `Sort must be one of ${REVIEW_SORTS.join(", ")}` }).default("newest"),
    search: z.string().trim().max(100, "Please use at most 100 characters").optional().describe("Words of the comment"),
    rating: wholeNumber("Rating", { least: 1, most: 5 }).optional().describe("Only reviews with this many stars"),
  }),
  response: z.array(reviewView),
  errors: ["validation_failed", "not_found"],
});

const average = z.number().min(1).max(5).nullable();

const reviewSummaryView = namedObject("ReviewSummary", {
  averageRating: average,
  reviewCount: z.int().nonnegative(),
  distribution: z.array(z.int().nonnegative()).length(5).describe("How many reviews have one, two … five stars"),
  communication: average,
  punctuality: average,
  condition: average,
});
export type ReviewSummaryView = z.infer<typeof reviewSummaryView>;

export const getItemReviewSummary = endpoint({
  method: "GET",
  path: "/api/items/:itemId/reviews/summary",
  summary: "Get an item's average rating, its distribution and the part ratings",
  access: "public",
  params: z.object({ itemId: z.uuid() }),
  response: reviewSummaryView,
  errors: ["not_found"],
});

export const listUserReviews = endpoint({
  method: "GET",
  path: "/api/users/:userId/reviews",
  summary: "List the published reviews of a person as owner or as renter, newest first",
  access: "public",
  params: z.object({ userId: z.uuid() }),
  query: z.object({
    ...pageQuery,
    role: z.enum(REVIEW_ROLES, { error: "Role must be renter or owner" }).default("owner"),
  }),
  response: z.array(reviewView),
  errors: ["validation_failed", "not_found"],
});

export const replyToReview = endpoint({
  method: "POST",
  path: "/api/reviews/:reviewId/reply",
  summary: "Reply publicly to a review about you, once",
  access: "approved",
  ...ofReview,
  body: z.object({ reply: longText("Please write a reply") }),
  response: reviewView,
  errors: ["validation_failed", "not_found", "action_not_allowed"],
});

export const markReviewHelpful = endpoint({
  method: "PUT",
  path: "/api/reviews/:reviewId/helpful",
  summary: "Mark a review as helpful",
  access: "approved",
  ...ofReview,
  response: reviewView,
  errors: ["not_found", "action_not_allowed"],
});

export const unmarkReviewHelpful = endpoint({
  method: "DELETE",
  path: "/api/reviews/:reviewId/helpful",
  summary: "Take your helpful mark back",
  access: "approved",
  ...ofReview,
  response: reviewView,
  errors: ["not_found", "action_not_allowed"],
});

export const reportReview = endpoint({
  method: "POST",
  path: "/api/reviews/:reviewId/report",
  summary: "Report a review to our team",
  access: "approved",
  limits: [{ per: "account", times: 30, seconds: 3600 }],
  ...ofReview,
  body: z.object({ reason: longText("Please tell us what's wrong") }),
  response: reviewView,
  errors: ["validation_failed", "not_found", "action_not_allowed"],
});

const REPORT_FILTERS = ["reported", "hidden"] as const;

export const moderatedReviewView = namedObject("ModeratedReview", {
  ...reviewView.shape,
  bookingId: z.uuid(),
  reviewee: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string() }),
  reports: z.array(z.object({ reason: z.string(), by: z.string().describe("Name"), at: instant })),
  hidden: z.object({ reason: z.string(), by: z.string().describe("The admin's name"), at: instant }).nullable(),
  canDecide: z.boolean().describe("False for reviews that you wrote or that are about you"),
});
export type ModeratedReviewView = z.infer<typeof moderatedReviewView>;

export const listReportedReviews = endpoint({
  method: "GET",
  path: "/api/admin/reviews",
  summary: "List reviews with open reports, longest wait first, or hidden ones, last hidden first",
  access: "admin",
  query: z.object({
    status: z.enum(REPORT_FILTERS, { error: `Status must be one of ${REPORT_FILTERS.join(", ")}` }).default("reported"),
    ...pageQuery,
  }),
  response: z.array(moderatedReviewView),
  errors: ["validation_failed"],
});

export const decideOnReview = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:reviewId/decision",
  summary: "Hide a review with a reason, or keep it public. Both answer its reports",
  access: "admin",
  ...ofReview,
  body: z.object({
    decision: z.enum(["hide", "keep"], { error: "Decision must be hide or keep" }),
    reason: longText("Please give a reason").describe("The author is told it when the review is hidden"),
  }),
  response: moderatedReviewView,
  errors: ["validation_failed", "not_found", "forbidden", "action_not_allowed"],
});

export const REVIEW_ENDPOINTS = {
  getBookingReviews,
  writeReview,
  listItemReviews,
  getItemReviewSummary,
  listUserReviews,
  replyToReview,
  markReviewHelpful,
  unmarkReviewHelpful,
  reportReview,
};
