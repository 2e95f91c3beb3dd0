import { createECDH, createHmac } from "node:crypto";
import webPush from "web-push";
import type { PostPort } from "../fetch/fetch.port.ts";
import type { PushMessage, PushPort } from "./push.port.ts";

type Options = {
  /** The keys are derived from it, so they last as long as the subscriptions that need them. */
  secret: string;
  /** Where a push service reports problems. */
  contact: string;
  posting: PostPort;
};

const CURVE = "prime256v1";
const DAY_IN_SECONDS = 86_400;
const GONE = new Set([404, 410]);

/**
 * Our VAPID keys (RFC 8292). Derived instead of stored, so that a copy of the database can't send messages in our name.
 * A derived number beyond the curve's order is practically impossible, but the next one would do.
 */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = createHmac("sha256", secret).update(`web push key ${attempt}`).digest();
    const pair = createECDH(CURVE);
    try {
      pair.setPrivateKey(privateKey);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
  }
}

/** Sends through the push service that the browser chose, which can't read the encrypted message (RFC 8291). */
export function webPushMessages({ secret, contact, posting }: Options): PushPort {
  const keys = vapidKeys(secret);
  return {
    publicKey: keys.publicKey,
    mayTake: posting.mayPost,
    async send({ endpoint, p256dh, auth }, message) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payloadOf(message),
        {
          vapidDetails: { subject: contact, ...keys },
          TTL: DAY_IN_SECONDS,
          urgency: "normal",
          topic: topicOf(message.key),
        },
      );
      const status = await posting.post(endpoint, { headers: textsOf(headers), body: body ?? Buffer.alloc(0) });
      if (GONE.has(status)) return "gone";
      if (status < 200 || status > 299) throw new Error(`The push service refused the message with ${status}`);
      return "sent";
    },
  };
}

const MAX_BODY = 500;

/** Push services accept 4 kB. */
const payloadOf = ({ key, title, body, url }: PushMessage): string =>
  JSON.stringify({ tag: key, title, body: body.slice(0, MAX_BODY), url });

/** At most 32 characters: a message id without its dashes. */
const topicOf = (key: string) => key.replaceAll("-", "").slice(0, 32);

const textsOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
