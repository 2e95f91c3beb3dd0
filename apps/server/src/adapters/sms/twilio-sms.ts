import type { SmsPort } from "./sms.port.ts";

type Options = { accountSid: string; authToken: string; from: string; apiUrl: string };

const ANSWER_MS = 15_000;

/** Twilio's Messages resource. One call with basic authentication: its SDK would bring a hundred others along. */
export function twilioSms({ accountSid, authToken, from, apiUrl }: Options): SmsPort {
  const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, apiUrl);
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    async send({ key, to, text }) {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization: `Basic ${credentials}`, "idempotency-key": key },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (response.ok) return;
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
