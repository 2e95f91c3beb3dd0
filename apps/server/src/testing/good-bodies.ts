/** For each call that needs a body one that is accepted, so that a test can ask about something else. */
export const GOOD_BODIES: Record<string, Record<string, unknown>> = {
  "POST /api/admin/clock": { minutes: 1 },
  "POST /api/auth/email-signin": { email: "nobody@nexby.example", password: "whoever-this-is" },
  "POST /api/auth/email-signup": {
    firstName: "New",
    lastName: "Neighbour",
    email: "new@nexby.example",
    password: "a-rather-long-one",
    confirmPassword: "a-rather-long-one",
    termsAccepted: true,
  },
};
