/** What a browser gave us to send it messages. */
type PushSubscription = { endpoint: string; p256dh: string; auth: string };

/** `key` is the same for every attempt of one message; a push service replaces one with the same key. */
export type PushMessage = { key: string; title: string; body: string; url: string };

export type PushPort = {
  /** Browsers subscribe with it, so that nobody else can send to the subscription. */
  publicKey: string;
  /** False for an address that no push service has. */
  mayTake(endpoint: string): Promise<boolean>;
  /**
   * `gone` means that the browser has unsubscribed. A throw means that delivery is unknown: the caller retries with the
   * same key.
   */
  send(subscription: PushSubscription, message: PushMessage): Promise<"sent" | "gone">;
};
