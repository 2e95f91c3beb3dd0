import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const ACCOUNT = { accountSid: "AC0123456789abcdef0123456789abcdef", authToken: "to:ken", from: "+19735550100" };

type Received = { key: string; form: Record<string, string> };
type Answer = (response: ServerResponse) => void;

const answerJson =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const refuse = (status: number, code: number, message: string) =>
  answerJson(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** Twilio's errors, in its own shape. */
export const TWILIO_ANSWERS = {
  invalidNumber: refuse(400, 21211, "The 'To' number +19735550123 is not a valid phone number."),
  unauthorized: refuse(401, 20003, "Authenticate"),
  tooMany: refuse(429, 20429, "Too Many Requests"),
  broken: refuse(500, 20500, "Internal Server Error"),
  garbage: (response: ServerResponse) => void response.writeHead(502).end("<html>Bad gateway +19735550123</html>"),
  silence: () => undefined,
  hangUp: (response: ServerResponse) => void response.socket?.destroy(),
} satisfies Record<string, Answer>;

/** An HTTP server with the shape of Twilio's Messages resource; `answer` makes it misbehave. */
export async function startTwilioServer(answer?: Answer) {
  const received: Received[] = [];
  const path = `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;
  const basic = `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString("base64")}`;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    if (answer) return answer(response);
    if (request.headers.authorization !== basic) return TWILIO_ANSWERS.unauthorized(response);
    if (request.method !== "POST" || request.url !== path) return refuse(404, 20404, "Not found")(response);
    const form = Object.fromEntries(new URLSearchParams(body));
    received.push({ key: String(request.headers["idempotency-key"]), form });
    answerJson(201, { sid: "SM0123", status: "queued", to: form.To, from: form.From, error_code: null })(response);
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
