import type { SmsPort } from "./sms.port.ts";

type Options = {
  accountSid: string;
  authToken: string;
  from: string;
  apiUrl: string;
  timeoutMs?: number;
};

const CREATED = 201;

/** Twilio's Messages resource, called directly: one request does not justify the SDK's dependencies. */
export function twilioSms({ accountSid, authToken, from, apiUrl, timeoutMs = 15_000 }: Options): SmsPort {
  const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, apiUrl);
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    async send({ key, to, text }) {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization: `Basic ${credentials}`, "idempotency-key": key },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`Twilio did not answer: ${faultOf(error)}`);
      });
      // Twilio has accepted the message, so a retry would send it twice, whatever the body says.
      if (response.status === CREATED) return response.body?.cancel();
      const body: unknown = await response.json().catch(() => null);
      throw new Error(`Twilio refused the message with ${response.status}${reasonIn(body)}`);
    },
  };
}

/** Twilio's error code only: its message may quote the phone number and must stay out of our logs. */
function reasonIn(body: unknown): string {
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return typeof code === "number" ? ` (error ${code})` : "";
}

/** `fetch` reports the actual error as the cause. */
function faultOf(error: unknown): string {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(source instanceof Error)) return String(source);
  return "code" in source && typeof source.code === "string" ? source.code : source.name;
}
