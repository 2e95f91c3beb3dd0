import type { SmsPort } from "./sms.port.ts";

type Options = {
  accountSid: string;
  authToken: string;
  from: string;
  apiUrl: string;
  /** How long an answer may take. */
  answerMs?: number;
};

const CREATED = 201;

/** Twilio's Messages resource. One call with basic authentication: its SDK would bring a hundred others along. */
export function twilioSms({ accountSid, authToken, from, apiUrl, answerMs = 15_000 }: Options): SmsPort {
  const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, apiUrl);
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    async send({ key, to, text }) {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization: `Basic ${credentials}`, "idempotency-key": key },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        redirect: "manual",
        signal: AbortSignal.timeout(answerMs),
      }).catch((error: unknown) => {
        throw new Error(`Twilio did not answer: ${faultOf(error)}`);
      });
      // Whatever the rest of the answer is: it has taken the message, and another try would send it twice.
      if (response.status === CREATED) return response.body?.cancel();
      const answer: unknown = await response.json().catch(() => null);
      throw new Error(`Twilio refused the message with ${response.status}${reasonIn(answer)}`);
    },
  };
}

/** Its own number for what is wrong; its sentence may quote the phone number and stays out of our logs. */
function reasonIn(answer: unknown): string {
  const code = typeof answer === "object" && answer !== null && "code" in answer ? answer.code : undefined;
  return typeof code === "number" ? ` (error ${code})` : "";
}

/** `fetch` says only that it failed; the cause says why. */
function faultOf(error: unknown): string {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(source instanceof Error)) return String(source);
  return "code" in source && typeof source.code === "string" ? source.code : source.name;
}
