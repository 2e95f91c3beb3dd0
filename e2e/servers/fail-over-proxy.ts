import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type FailOverProxy = { address: string; close: () => Promise<void> };

/** A single address for several servers: each connection goes to the first that responds. */
export async function startFailOverProxy(targets: readonly string[]): Promise<FailOverProxy> {
  const ports = targets.map((target) => Number(new URL(target).port));
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };

  const server = createServer((incoming) => {
    track(incoming);
    const tryFrom = ([port, ...others]: readonly number[]) => {
      if (port === undefined) {
        incoming.destroy();
        return;
      }
      const outgoing = track(connect(port, "127.0.0.1"));
      outgoing.once("connect", () => {
        incoming.pipe(outgoing).pipe(incoming);
        outgoing.once("close", () => incoming.destroy());
        incoming.once("close", () => outgoing.destroy());
      });
      outgoing.once("error", () => {
        if (outgoing.connecting || outgoing.bytesRead === 0) tryFrom(others);
      });
    };
    tryFrom(ports);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
