export type FaultKind =
  | "conflict"
  | "no_answer"
  | "no_answer_after_success"
  | "reset_after_success"
  | "server_error"
  | "server_error_kept"
  | "rate_limit"
  | "slow"
  | "webhook_dropped";

/** What shall go wrong, for the next `times` calls or webhooks that it fits. */
export type Fault = {
  kind: FaultKind;
  method?: "GET" | "POST" | "DELETE" | undefined;
  /** How the path begins, such as /v1/refunds. */
  path?: string | undefined;
  /** For dropped webhooks: of which event. */
  eventType?: string | undefined;
  times?: number | undefined;
  milliseconds?: number | undefined;
};

export type DeliverySettings = {
  /** How often due webhooks and timers are looked for; 0 means only when asked to. */
  everyMilliseconds: number;
  /** Decides which events are delivered twice and in which order. */
  seed: number;
  /** The share of events that are delivered twice, from 0 to 1. */
  doubles: number;
  /** Whether events may overtake each other. */
  isShuffled: boolean;
  /** How long to wait before each further attempt, in seconds of real time; after the last one it is given up. */
  retrySeconds: readonly number[];
};

export const DELIVERY_DEFAULTS: DeliverySettings = {
  everyMilliseconds: 500,
  seed: 1,
  doubles: 0.2,
  isShuffled: true,
  retrySeconds: [1, 5, 30, 120, 600, 3_600, 3_600, 3_600],
};

/** What the parts need to know once the server listens. */
export type Settings = {
  /** Where browsers reach the pages. */
  pageOrigin: string;
  /** Null while there is nobody to deliver to. */
  webhookUrl: string | null;
  webhookSecret: string;
  delivery: DeliverySettings;
  /** How long after the capture a card that charges back or warns does so, in seconds of the product's clock. */
  laterSeconds: number;
};

const LIVE_KEY = /^[a-z]+_live_/;

/** Play money must never be taken for money. */
export function refuseProduction(keys: readonly (string | undefined)[]): void {
  if (process.env.NODE_ENV === "production") throw new Error("The card sandbox does not run in production.");
  if (keys.some((key) => key !== undefined && LIVE_KEY.test(key))) {
    throw new Error("The card sandbox does not run with live keys.");
  }
}
