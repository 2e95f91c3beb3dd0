import { CHANNELS, type Channel, type Topic } from "./channels.ts";

/** The rows of a person's settings. Each has a choice per channel, besides the flags of its topic and channel. */
export const CHOICE_KINDS = [
  "urgent",
  "requests",
  "times",
  "reminders",
  "rentals",
  "reviews",
  "messages",
  "searches",
  "digest",
  "weekly",
  "recommendations",
  "news",
] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

type ChoiceRule = {
  /** The flag that has to be on, too. Null: urgent messages have none. */
  topic: Topic | null;
  channels: readonly Channel[];
  /** Can't be turned off. */
  always?: readonly Channel[];
};

/** Every kind is on where it is offered, until a person turns it off. News and offers are off by their flag. */
export const CHOICES: Readonly<Record<ChoiceKind, ChoiceRule>> = {
  urgent: { topic: null, channels: CHANNELS, always: ["email"] },
  requests: { topic: "booking", channels: CHANNELS },
  times: { topic: "booking", channels: ["email", "push"] },
  reminders: { topic: "booking", channels: CHANNELS },
  rentals: { topic: "booking", channels: CHANNELS },
  reviews: { topic: "booking", channels: ["email", "push"] },
  messages: { topic: "messaging", channels: ["email", "push"] },
  searches: { topic: "search", channels: ["email", "push"] },
  digest: { topic: null, channels: ["email"] },
  weekly: { topic: "weeklyDigest", channels: ["email"] },
  recommendations: { topic: "recommendation", channels: ["email"] },
  news: { topic: "marketing", channels: ["email"] },
};

/** "requests:email" */
export type Choice = `${ChoiceKind}:${Channel}`;
export const choiceOf = (kind: ChoiceKind, channel: Channel): Choice => `${kind}:${channel}`;

/** The kinds that a flag turns off together. */
export const kindsOf = (topic: Topic): ChoiceKind[] => CHOICE_KINDS.filter((kind) => CHOICES[kind].topic === topic);

export const isOffered = (kind: ChoiceKind, channel: Channel): boolean => CHOICES[kind].channels.includes(channel);
export const isAlways = (kind: ChoiceKind, channel: Channel): boolean =>
  CHOICES[kind].always?.includes(channel) === true;
