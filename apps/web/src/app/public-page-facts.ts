import { HOME_DESCRIPTION, PRODUCT_CLAIM, PRODUCT_NAME } from "../lib/product.ts";
import type { PageFacts } from "./page.ts";

export const PUBLIC_PAGE_FACTS: Readonly<Record<string, PageFacts>> = {
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
    description: "Your name and the terms, and you are ready to rent.",
    isUnlisted: true,
  },
  "complete-registration": {
    title: "Complete your registration",
    description: "Your phone number and your town, and you are ready to list.",
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
