import { endpoint } from "@nexby/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { login, stranger, webVisitor, whoIs } from "../../../testing/people/web-visitor.ts";
import { until } from "../../../testing/server-process.ts";
import { startTestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { mount } from "../mount.ts";

const database = useTestDatabase();
/** Requests whose responses are being made, until the test lets them go on. */
const started: (() => void)[] = [];

const SLOW = endpoint({
  method: "GET",
  path: "/api/probe/slow",
  summary: "Waits until the test lets it go on",
  access: "public",
  query: z.object({}),
  response: z.object({}),
  errors: [],
});

/** An app whose address has one turn, which a slow read has taken. */
async function startBusyApp(open: number) {
  started.length = 0;
  const app = await startTestApp({
    db: database().db,
    addressLimits: { shared: 1, alone: 1, open },
    extend: (server, deps) =>
      mount(server, deps, SLOW, () => new Promise((resolve) => started.push(() => resolve({})))),
  });
  const read = () => fetch(app.origin + SLOW.path);
  const reads = [read()];
  await until(() => started.length === 1);
  /** Lets the reads and all after them go on. */
  const finish = async (requests: readonly Promise<unknown>[]) => {
    let isDone = false;
    void Promise.all(requests).then(() => {
      isDone = true;
    });
    await until(() => {
      for (const goOn of started) goOn();
      return isDone;
    });
    await app.close();
  };
  return { app, read, reads, finish };
}

test("a health check, an upload and a page of the embedded provider take no turn", async () => {
  const { app, reads, read, finish } = await startBusyApp(1);
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(app.origin + path, init)).status;
  expect(await statusOf("/api/health")).toBe(200);
  expect(await statusOf("/api/profile/photo", { method: "POST", body: new FormData() })).toBe(401);
  expect(await statusOf("/oidc/.well-known/openid-configuration")).toBe(200);
  expect((await read()).status).toBe(429);
  await finish(reads);
});

test("a person signs in through the embedded provider while the reads of their address wait", async () => {
  const { app, read, reads, finish } = await startBusyApp(256);
  reads.push(...Array.from({ length: 5 }, read));
  const visitor = webVisitor();
  // A request that needed another one of its address would wait forever.
  const signedIn = login(visitor, app.origin).then(async (picker) => {
    await visitor.submit(picker, { another: "yes" }, stranger());
    return whoIs(visitor, app.origin);
  });
  await finish([...reads, signedIn]);
  expect(await signedIn).toMatchObject({ firstName: "Quinn" });
});
