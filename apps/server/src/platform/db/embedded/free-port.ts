import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems hand out to outgoing connections: one of those could take ours while the server
// restarts, and a client that keeps trying to reconnect could even meet itself there.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const ATTEMPTS = 100;

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port for the database was found between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ port, host: "127.0.0.1", exclusive: true }), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
