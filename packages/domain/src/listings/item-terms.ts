export const ITEM_CONDITIONS = ["new", "like_new", "used", "heavily_used"] as const;
export type ItemCondition = (typeof ITEM_CONDITIONS)[number];

export const CANCELLATION_POLICIES = ["flexible", "moderate", "strict"] as const;
export type CancellationPolicy = (typeof CANCELLATION_POLICIES)[number];
