export const FRAUD_STATUSES = ["pending", "auto_cleared", "in_review", "reviewed"] as const;

/** What an administrator can make of a request that was stopped. */
export const FRAUD_DECISIONS = ["approve", "decline", "request_info"] as const;
export type FraudDecision = (typeof FRAUD_DECISIONS)[number];

export const FRAUD_ACTIONS = [
  "none",
  "step_up",
  "request_voided",
  "booking_canceled",
  "user_suspended",
  "payout_held",
] as const;
export type FraudAction = (typeof FRAUD_ACTIONS)[number];
