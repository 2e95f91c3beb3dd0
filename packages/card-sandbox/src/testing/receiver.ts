import { createServer } from "node:http";
import Stripe from "stripe";
import { SANDBOX_SECRET_KEY } from "../card-sandbox.ts";

export type Receiver = {
  url: string;
  /** Accepted events with a valid signature, in the order of arrival. */
  events: Stripe.Event[];
  /** HTTP status of the responses to the next webhooks. */
  status: number;
  signatures: string[];
  bodies: string[];
  close(): Promise<void>;
};

/** A webhook endpoint that only verifies and records events. */
export async function startReceiver(secret: string | (() => string)): Promise<Receiver> {
  const stripe = new Stripe("sk_test_unused");
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const signature = String(request.headers["stripe-signature"]);
      receiver.bodies.push(body);
      receiver.signatures.push(signature);
      const event = stripe.webhooks.constructEvent(body, signature, typeof secret === "string" ? secret : secret());
      if (receiver.status < 300) receiver.events.push(event);
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    events: [],
    status: 200,
    signatures: [],
    bodies: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

type Delivery = {
  id: string;
  event: string;
  endpoint: string | null;
  state: string;
  attempts: number;
  is_double: boolean;
};

export class Control {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async #send<T>(method: string, path: string, form: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${this.#origin}/sandbox-control/${path}`, {
      method,
      headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
      ...(method === "POST" && { body: new URLSearchParams(form) }),
    });
    const result = JSON.parse(await response.text());
    if (!response.ok) throw new Error(JSON.stringify(result));
    return result;
  }

  setFault = (fault: Record<string, string>) => this.#send("POST", "faults", fault);
  clearFaults = () => this.#send("DELETE", "faults");
  dispute = (charge: string) => this.#send<{ id: string; amount: number }>("POST", `charges/${charge}/dispute`);
  warn = (charge: string) => this.#send<{ id: string }>("POST", `charges/${charge}/fraud_warning`);
  decide = (dispute: string, verdict: "won" | "lost") => this.#send("POST", `disputes/${dispute}/close`, { verdict });
  failPayout = (payout: string) => this.#send("POST", `payouts/${payout}/fail`);
  failRefund = (refund: string) => this.#send("POST", `refunds/${refund}/fail`);
  onboard = (account: string, outcome: string) => this.#send("POST", `accounts/${account}/onboarding`, { outcome });
  deauthorize = (account: string) => this.#send("POST", `accounts/${account}/deauthorize`);
  resend = (event: string) => this.#send("POST", `events/${event}/resend`);
  clock = () => this.#send<{ now: number; is_adjustable: boolean }>("GET", "clock");
  moveClock = (form: Record<string, string>) => this.#send<{ now: number }>("POST", "clock", form);
  pump = () => this.#send<{ attempted: number }>("POST", "pump");
  invariants = () => this.#send<{ violations: string[] }>("GET", "invariants");
  deliveries = async (query = "limit=100") =>
    (await this.#send<{ data: Delivery[] }>("GET", `deliveries?${query}`)).data;
}
