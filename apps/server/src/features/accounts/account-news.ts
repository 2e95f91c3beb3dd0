/** What an account's person is told inside the product. */
export const ACCOUNT_NEWS = {
  welcome: {
    type: "system",
    title: "Welcome to Nexby",
    message: "Find something nearby, or list what you own. A complete profile opens both.",
    actionUrl: "/profile",
  },
  approved: {
    type: "system",
    title: "Your account is approved",
    message: "You can list and rent now.",
    actionUrl: "/browse",
  },
  emailVerified: {
    type: "system",
    title: "Email address verified",
    message: "Your neighbors see that we can reach you.",
    actionUrl: "/profile",
  },
  phoneVerified: {
    type: "system",
    title: "Phone number verified",
    message: "Your neighbors see that we can reach you.",
    actionUrl: "/profile",
  },
} as const;
