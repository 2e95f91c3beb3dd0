import type { PageFacts } from "./page.ts";

/** Of pages for signed-in people and administrators. */
export const OWN_PAGE_FACTS: Readonly<Record<string, PageFacts>> = {
  profile: {
    title: "Your profile",
    description: "Your account and its settings.",
    isUnlisted: true,
  },
  "create-listing": {
    title: "List an item",
    description: "What a listing needs, step by step.",
    isUnlisted: true,
  },
  "edit-listing": {
    title: "Edit listing",
    description: "One of your listings.",
    isUnlisted: true,
    example: "/listings/any/edit",
  },
  "my-listings": {
    title: "My listings",
    description: "What you share with your neighbors.",
    isUnlisted: true,
  },
  checkout: {
    title: "Checkout",
    description: "What is to be paid for a booking.",
    isUnlisted: true,
    example: "/checkout/any",
  },
  "combined-checkout": {
    title: "Request to book",
    description: "Ask a neighbor for an item.",
    isUnlisted: true,
    example: "/combined-checkout/any",
  },
  "my-support": {
    title: "My support",
    description: "What you have written to us.",
    isUnlisted: true,
  },
  notifications: {
    title: "Notifications",
    description: "What is new for you.",
    isUnlisted: true,
  },
  "notification-history": {
    title: "Notification history",
    description: "Everything you were told.",
    isUnlisted: true,
  },
  messages: {
    title: "Messages",
    description: "Your conversations.",
    isUnlisted: true,
  },
  disputes: {
    title: "Disputes",
    description: "Rentals that went wrong.",
    isUnlisted: true,
  },
  "booking-requests": {
    title: "Booking requests",
    description: "Who asks for your items.",
    isUnlisted: true,
  },
  "my-bookings": {
    title: "My bookings",
    description: "What you rent from your neighbors.",
    isUnlisted: true,
  },
  booking: {
    title: "Booking",
    description: "One of your bookings.",
    isUnlisted: true,
    example: "/my-bookings/any",
  },
  saved: {
    title: "Saved",
    description: "Your favorites, what you looked at and your searches.",
    isUnlisted: true,
  },
  admin: {
    title: "Admin Dashboard",
    description: "For administrators.",
    isUnlisted: true,
  },
  "admin-disputes": {
    title: "Dispute administration",
    description: "For administrators.",
    isUnlisted: true,
  },
  "admin-agreement-templates": {
    title: "Rental agreement templates",
    description: "For administrators.",
    isUnlisted: true,
  },
  "admin-fraud-detection": {
    title: "Fraud detection",
    description: "For administrators.",
    isUnlisted: true,
  },
  "admin-terms": {
    title: "Terms and Conditions: versions",
    description: "The terms and conditions in force.",
    isUnlisted: true,
    data: ["/api/terms/active"],
  },
  "admin-privacy-policy": {
    title: "Privacy Policy: versions",
    description: "The privacy policy in force.",
    isUnlisted: true,
    data: ["/api/privacy-policy/active"],
  },
};
