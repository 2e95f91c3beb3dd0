import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { guardedFetch } from "../../../adapters/fetch/guarded-fetch.ts";
import { CERTIFICATE, startSite } from "../../../adapters/fetch/site-under-test.ts";

type Received = { path: string; headers: Record<string, unknown>; body: Buffer };

/** A push service over HTTPS, as browsers name one, and browsers that read its messages. */
export async function startPushService() {
  const received: Received[] = [];
  const statuses = new Map<string, number>();
  const site = await startSite(async (request, response) => {
    const path = request.url ?? "";
    received.push({ path, headers: request.headers, body: await buffer(request) });
    response.writeHead(statuses.get(path) ?? 201).end();
  });
  const origin = `https://localhost:${site.port}`;
  return {
    origin,
    received,
    posting: guardedFetch({ isAllowedAddress, isAnyPortAllowed: true, ca: CERTIFICATE, resolve }),
    /** Makes the service answer otherwise for one browser. */
    answer: (browser: Browser, status: number) => statuses.set(new URL(browser.endpoint).pathname, status),
    subscribe: (): Browser => subscribe(origin),
    messagesOf: (browser: Browser) =>
      received
        .filter(({ path }) => path === new URL(browser.endpoint).pathname)
        .map(({ body }) => JSON.parse(browser.decrypt(body)) as Record<string, string>),
    close: site.close,
  };
}

const isAllowedAddress = (address: string) => address === "127.0.0.1";
const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

type Browser = ReturnType<typeof subscribe>;

/** Keys of a browser, and how it decrypts what it gets (RFC 8291 and RFC 8188). */
export function subscribe(origin: string) {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, length));
  return {
    endpoint: `${origin}/send/${randomBytes(8).toString("hex")}`,
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    decrypt(body: Buffer): string {
      const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + keyLength);
      const encrypted = body.subarray(21 + keyLength);
      const shared = pair.computeSecret(sender);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = derive(shared, auth, info, 32);
      const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const cipher = createDecipheriv("aes-128-gcm", key, nonce);
      cipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([cipher.update(encrypted.subarray(0, -16)), cipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

/** The claims of a VAPID header (RFC 8292) that the key has signed; null if it hasn't. */
export function verifiedClaims(authorization: string, publicKey: string): Record<string, unknown> | null {
  const [, token = "", given = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = Buffer.from(`${header}.${claims}`);
  const options = { key, dsaEncoding: "ieee-p1363" } as const;
  if (given !== publicKey || !verify("sha256", signed, options, Buffer.from(signature, "base64url"))) return null;
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
