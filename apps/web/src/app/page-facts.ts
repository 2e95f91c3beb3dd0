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
    description: "Manage your account and settings.",
    isUnlisted: true,
  },
  "create-listing": {
    title: "List an item",
    description: "Create a listing step by step.",
    isUnlisted: true,
  },
  "edit-listing": {
    title: "Edit listing",
    description: "Edit one of your listings.",
    isUnlisted: true,
    example: "/listings/any/edit",
  },
  "my-listings": {
    title: "My listings",
    description: "Manage the items you rent out.",
    isUnlisted: true,
  },
  checkout: {
    title: "Checkout",
    description: "Pay for your booking.",
    isUnlisted: true,
    example: "/checkout/any",
  },
  "combined-checkout": {
    title: "Request to book",
    description: "Book an item from a neighbor.",
    isUnlisted: true,
    example: "/combined-checkout/any",
  },
  "my-support": {
    title: "My support",
    description: "Your messages to our support team.",
    isUnlisted: true,
  },
  notifications: {
    title: "Notifications",
    description: "Updates about your bookings and listings.",
    isUnlisted: true,
  },
  "notification-history": {
    title: "Notification history",
    description: "All your notifications.",
    isUnlisted: true,
  },
  messages: {
    title: "Messages",
    description: "Your conversations.",
    isUnlisted: true,
  },
  disputes: {
    title: "Disputes",
    description: "Problems with your rentals.",
    isUnlisted: true,
  },
  "booking-requests": {
    title: "Booking requests",
    description: "Requests for your items.",
    isUnlisted: true,
  },
  "my-bookings": {
    title: "My bookings",
    description: "Items you’re renting and renting out.",
    isUnlisted: true,
  },
  booking: {
    title: "Booking",
    description: "Details of your booking.",
    isUnlisted: true,
    example: "/my-bookings/any",
  },
  saved: {
    title: "Saved",
    description: "Your favorites, recently viewed items and saved searches.",
    isUnlisted: true,
  },
  admin: {
    title: "Admin Dashboard",
    description: "For admins only.",
    isUnlisted: true,
  },
  "admin-disputes": {
    title: "Dispute administration",
    description: "For admins only.",
    isUnlisted: true,
  },
  "admin-agreement-templates": {
    title: "Rental agreement templates",
    description: "For admins only.",
    isUnlisted: true,
  },
  "admin-fraud-detection": {
    title: "Fraud detection",
    description: "For admins only.",
    isUnlisted: true,
  },
  "admin-reviews": {
    title: "Reported reviews",
    description: "For admins only.",
    isUnlisted: true,
  },
  "admin-terms": {
    title: "Terms and Conditions: versions",
    description: "The current Terms and Conditions.",
    isUnlisted: true,
    data: ["/api/terms/active"],
  },
  "admin-privacy-policy": {
    title: "Privacy Policy: versions",
    description: "The current Privacy Policy.",
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
    description: `Rent tents, tools, party gear and more from neighbors near you on ${PRODUCT_NAME}.`,
    data: ["/api/categories", "/api/items", "/api/search/facets"],
  },
  listing: {
    title: "Listing",
    description: `Rent this item from a neighbor on ${PRODUCT_NAME}.`,
    example: "/listings/any",
    data: ["/api/items/:itemId"],
  },
  person: {
    title: "Neighbor",
    description: `See a neighbor’s profile and the items they rent out on ${PRODUCT_NAME}.`,
    example: "/users/any",
    data: ["/api/users/:userId", "/api/items?owner=:userId"],
  },
  "how-it-works": {
    title: "How it works",
    description: "How to rent from a neighbor and list your own items, step by step.",
    data: ["/api/categories"],
  },
  "prohibited-items": {
    title: "Prohibited items",
    description: `Items you can’t list on ${PRODUCT_NAME}.`,
    data: ["/api/prohibited-items"],
  },
  "help-center": {
    title: "Help center",
    description: "Find answers to common questions or contact us.",
  },
  "cookie-policy": {
    title: "Cookie Policy",
    description: `Which cookies ${PRODUCT_NAME} uses and why.`,
    data: ["/api/cookie-policy/active"],
  },
  terms: {
    title: "Terms and Conditions",
    description: `The terms for using ${PRODUCT_NAME}.`,
    data: ["/api/terms/active"],
  },
  "privacy-policy": {
    title: "Privacy Policy",
    description: `What information ${PRODUCT_NAME} has about you and how we use it.`,
    data: ["/api/privacy-policy/active"],
  },
  welcome: {
    title: "Welcome",
    description: `Choose how to start on ${PRODUCT_NAME}: rent items or list your own.`,
    isUnlisted: true,
    data: ["/api/categories"],
  },
  "quick-onboarding": {
    title: "A few details first",
    description: "Add your name, tell us what brings you here and accept the terms.",
    isUnlisted: true,
  },
  "complete-registration": {
    title: "Complete your registration",
    description: "Add your phone number and city so you can list items.",
    isUnlisted: true,
  },
  "payment-setup-complete": {
    title: "Payout account",
    description: "Check whether your payout account is ready.",
    isUnlisted: true,
  },
  success: {
    title: "Thanks for your payment",
    description: "Find the receipt for your payment.",
    isUnlisted: true,
  },
  "booking-success": {
    title: "Your booking",
    description: "See what happens next with your booking.",
    isUnlisted: true,
  },
  cancel: {
    title: "Nothing was charged",
    description: "You left checkout before paying.",
    isUnlisted: true,
  },
  auth: {
    title: "Sign in or sign up",
    description: `Create your ${PRODUCT_NAME} account or sign in.`,
  },
  "verify-contact": {
    title: "Verify your contact details",
    description: "Confirm your email address and phone number with a code.",
    isUnlisted: true,
  },
  credits: {
    title: "Credits",
    description: `Credits for the images, fonts and icons on ${PRODUCT_NAME}.`,
  },
  gallery: {
    title: "Gallery",
    description: "All interface components.",
    isUnlisted: true,
  },
  "not-found": {
    title: "Page not found",
    description: "We couldn’t find that page.",
    isUnlisted: true,
    status: 404,
    example: "/not-found",
  },
};
