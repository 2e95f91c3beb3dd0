import { HOME_DESCRIPTION, PRODUCT_CLAIM, PRODUCT_NAME } from "../lib/browser/document.ts";
import type { PageFacts } from "./pages.ts";

export function factsOf(name: string): PageFacts {
  const facts = { ...PUBLIC_PAGE_FACTS, ...OWN_PAGE_FACTS }[name];
  if (!facts) throw new Error(`The page ${name} has no facts`);
  return facts;
}

/** Pages for signed-in users and admins. */
const OWN_PAGE_FACTS: Readonly<Record<string, PageFacts>> = {
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

const PUBLIC_PAGE_FACTS: Readonly<Record<string, PageFacts>> = {
  index: {
    title: PRODUCT_CLAIM,
    description: HOME_DESCRIPTION,
    data: ["/api/categories", "/api/items"],
  },
  home: {
    title: PRODUCT_CLAIM,
    description: HOME_DESCRIPTION,
    isUnlisted: true,
    data: ["/api/categories", "/api/items"],
  },
  browse: {
    title: "Browse items",
    description: `What neighbors rent out on ${PRODUCT_NAME}, newest first.`,
    data: ["/api/categories", "/api/items", "/api/search/facets"],
  },
  listing: {
    title: "Listing",
    description: `Rent it from a neighbor on ${PRODUCT_NAME}.`,
    example: "/listings/any",
    data: ["/api/items/:itemId"],
  },
  person: {
    title: "Neighbor",
    description: `A neighbor on ${PRODUCT_NAME} and what they share.`,
    example: "/users/any",
    data: ["/api/users/:userId", "/api/items?owner=:userId"],
  },
  "how-it-works": {
    title: "How it works",
    description: "Renting from a neighbor and sharing what you have, step by step.",
    data: ["/api/categories"],
  },
  "prohibited-items": {
    title: "Prohibited items",
    description: `What must not be listed on ${PRODUCT_NAME}.`,
    data: ["/api/prohibited-items"],
  },
  "help-center": {
    title: "Help center",
    description: "Answers to common questions, and a way to write to us.",
  },
  "cookie-policy": {
    title: "Cookie Policy",
    description: `Which cookies ${PRODUCT_NAME} uses, and why.`,
    data: ["/api/cookie-policy/active"],
  },
  terms: {
    title: "Terms and Conditions",
    description: `What you and ${PRODUCT_NAME} agree on.`,
    data: ["/api/terms/active"],
  },
  "privacy-policy": {
    title: "Privacy Policy",
    description: `What ${PRODUCT_NAME} knows about you, and what happens with it.`,
    data: ["/api/privacy-policy/active"],
  },
  welcome: {
    title: "Welcome",
    description: `Rent or share: how do you want to start on ${PRODUCT_NAME}?`,
    isUnlisted: true,
    data: ["/api/categories"],
  },
  "quick-onboarding": {
    title: "A few details first",
    description: "Your name, what brings you here, and the terms.",
    isUnlisted: true,
  },
  "complete-registration": {
    title: "Complete your registration",
    description: "Your phone number and your town, which listing items requires.",
    isUnlisted: true,
  },
  "payment-setup-complete": {
    title: "Payout account",
    description: "Whether your earnings can be paid out.",
    isUnlisted: true,
  },
  success: {
    title: "Thanks for your payment",
    description: "Where to find your receipt.",
    isUnlisted: true,
  },
  "booking-success": {
    title: "Your booking",
    description: "What happens after you asked for an item.",
    isUnlisted: true,
  },
  cancel: {
    title: "Nothing was charged",
    description: "You left before paying.",
    isUnlisted: true,
  },
  auth: {
    title: "Sign in or sign up",
    description: `Create your ${PRODUCT_NAME} account or sign in to it.`,
  },
  "verify-contact": {
    title: "Verify your contact details",
    description: "Confirm your email address and phone number with a code.",
    isUnlisted: true,
  },
  credits: {
    title: "Credits",
    description: `Who made the pictures, typefaces and icons of ${PRODUCT_NAME}.`,
  },
  gallery: {
    title: "Gallery",
    description: "Every part the pages are made of.",
    isUnlisted: true,
  },
  "not-found": {
    title: "Page not found",
    description: "There is nothing at this address.",
    isUnlisted: true,
    status: 404,
    example: "/not-found",
  },
};
