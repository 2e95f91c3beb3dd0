import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { StorageFull } from "../adapters/storage/storage.port.ts";
import { ConfigError } from "./config.ts";
import { listeningUrl } from "./http/plain-page.ts";
import { assertCanListen, explain } from "./process.ts";

const withCode = (message: string, fields: object) => Object.assign(new Error(message), fields);

/** The message of a server that cannot listen here. */
const refusalAt = (where: { host: string; port: number }) => assertCanListen(where).then(() => "free", explain);

describe("a start that fails", () => {
  const HERE = "the disk is full. Free some space, or set DATA_DIR to a folder on another disk.";
  const ENOSPC = withCode("ENOSPC: no space left on device, write", { code: "ENOSPC" });

  test.each([
    ["a file", ENOSPC],
    ["a photo", new StorageFull("The disk is full", { cause: ENOSPC })],
    ["initdb", new Error("PostgreSQL could not create a database. It said: No space left on device")],
    ["a query", new DrizzleQueryError("insert", [], withCode("could not extend file", { code: "53100" }))],
  ])("on a full disk, noticed by %s, names DATA_DIR", (_, error) => {
    expect(explain(error, {})).toBe(`Nexby could not start: ${HERE}`);
  });

  test("on a database server with a full disk names DATABASE_URL", () => {
    const error = withCode("could not extend file", { code: "53100" });
    expect(explain(error, { DATABASE_URL: "postgres://db.example/nexby" })).toBe(
      "Nexby could not start: the disk of the database server in DATABASE_URL is full. Free some space there.",
    );
  });

  test("in a query shows neither the query nor its values", () => {
    const error = new DrizzleQueryError("insert into users", ["hunter2"], new Error("out of memory"));
    expect(explain(error, {})).toBe("Nexby could not start: out of memory");
  });

  test("for its settings shows only the list of settings", () => {
    expect(explain(new ConfigError("PORT must be a number"), {})).toBe("PORT must be a number");
  });

  test("on a port in use names PORT, and on an address of another machine HOST", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    expect(await refusalAt({ host: "127.0.0.1", port })).toMatch(/the port is in use .* Set PORT to a free one/);
    taken.close();
    await once(taken, "close");
    expect(await refusalAt({ host: "127.0.0.1", port })).toBe("free");
    expect(await refusalAt({ host: "192.0.2.1", port: 0 })).toMatch(/HOST is not an address of this machine/);
  });

  test("on a port that needs more rights names PORT", () => {
    const error = withCode("listen EACCES", { code: "EACCES", syscall: "listen", port: 80 });
    expect(explain(error, {})).toMatch(/not allowed to open port 80\. Set PORT/);
  });
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://[::1]:3000"],
  ["nexby.local", "http://nexby.local:3000"],
])("a server that listens on %s can be opened at %s", (host, url) => {
  expect(listeningUrl(host, 3000)).toBe(url);
});
