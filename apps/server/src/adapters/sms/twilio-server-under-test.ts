import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const ACCOUNT = { accountSid: "AC0123456789abcdef0123456789abcdef", authToken: "to:ken", from: "+19735550100" };

type Received = { key: string; form: Record<string, string> };
type Responder = (response: ServerResponse) => void;

const respondJson =
  (status: number, body: unknown): Responder =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const respondError = (status: number, code: number, message: string) =>
  respondJson(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** Twilio's errors in its own format, and other faulty responses. */
export const TWILIO_FAULTS = {
  invalidNumber: respondError(400, 21211, "The 'To' number +19735550123 is not a valid phone number."),
  unauthorized: respondError(401, 20003, "Authenticate"),
  tooMany: respondError(429, 20429, "Too Many Requests"),
  broken: respondError(500, 20500, "Internal Server Error"),
  garbage: (response: ServerResponse) => void response.writeHead(502).end("<html>Bad gateway +19735550123</html>"),
  silence: () => undefined,
  hangUp: (response: ServerResponse) => void response.socket?.destroy(),
} satisfies Record<string, Responder>;

/** An HTTP server with Twilio's Messages resource; `fault` replaces every response. */
export async function startTwilioServer(fault?: Responder) {
  const received: Received[] = [];
  const path = `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;
  const basic = `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString("base64")}`;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    if (fault) return fault(response);
    if (request.headers.authorization !== basic) return TWILIO_FAULTS.unauthorized(response);
    if (request.method !== "POST" || request.url !== path) return respondError(404, 20404, "Not found")(response);
    const form = Object.fromEntries(new URLSearchParams(body));
    received.push({ key: String(request.headers["idempotency-key"]), form });
    respondJson(201, { sid: "SM0123", status: "queued", to: form.To, from: form.From, error_code: null })(response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
