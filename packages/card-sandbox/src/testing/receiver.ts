import { createServer } from "node:http";
import Stripe from "stripe";

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
