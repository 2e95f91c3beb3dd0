/** Besides the app itself, which shows every notification. */
export const CHANNELS = ["email", "sms", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The topics users can turn off on all channels together. */
export const TOPICS = ["booking", "messaging", "search", "recommendation", "marketing", "weeklyDigest"] as const;
export type Topic = (typeof TOPICS)[number];
