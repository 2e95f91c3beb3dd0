import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../../features/accounts/passwords.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const REPOSITORY = join(import.meta.dirname, "../../../../../..");
const PASSWORD = "correct horse battery staple";

const database = useTestDatabase();
let app: TestApp;
let document: string;
let folder: string;
let messages: string[];

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
  document = await (await fetch(`${app.origin}/api/openapi.json`)).text();
  folder = await mkdtemp(join(tmpdir(), "nexby-api-client-"));
  await symlink(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const types = await openapiTS(document, { defaultNonNullable: false });
  await writeFile(join(folder, "nexby-api.d.ts"), astToString(types));
  const page = await readFile(join(REPOSITORY, "docs/api.md"), "utf8");
  await writeFile(join(folder, "sample.ts"), /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  await writeFile(join(folder, "mistakes.ts"), MISTAKES);
  messages = (await compile("sample.ts", "mistakes.ts")).split("\n").filter((line) => /^\S/.test(line));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

const MISTAKES = `import createClient from "openapi-fetch";
import type { paths } from "./nexby-api.d.ts";
const client = createClient<paths>({ baseUrl: "" });
client.GET("/api/items", { params: { query: { limit: "24" } } });
client.GET("/api/items", { params: { query: { minPrice: 25 } } });
client.GET("/api/item");
client.PUT("/api/favorites/{itemId}", {});
client.POST("/api/auth/email-signin", { body: { email: "maya@example.com" } });
const { data, error } = await client.GET("/api/items/{itemId}", { params: { path: { itemId: "" } } });
data?.price;
const code: "no_such_code" | undefined = error?.code;
export { code };
`;

const OPTIONS = "--strict --target es2022 --module nodenext --lib es2022,dom,dom.iterable --skipLibCheck false --types";

/** Compiles all files in the folder and returns the compiler's messages. */
function compile(...names: string[]): Promise<string> {
  const compiler = join(REPOSITORY, "node_modules/typescript-native/bin/tsc");
  const options = [...OPTIONS.split(" "), "", "--allowImportingTsExtensions", "--rewriteRelativeImportExtensions"];
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...options, ...names], { cwd: folder }, (_error, output) => resolve(output));
  });
}

test("the API document passes Redocly's recommended rules without errors and warnings", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    // A fixed segment goes before a parameter, so /payments/cards/{cardId} and /payments/{paymentId}/receipt are clear.
    rules: { "no-ambiguous-paths": "off" },
  });
  const lint = async (source: string) => {
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    return problems.map(({ severity, ruleId, message, location: [at] }) => [severity, ruleId, message, at?.pointer]);
  };
  expect(await lint(document)).toEqual([]);
  const get = { operationId: "twice" };
  const planted = { openapi: "3.1.0", info: { title: "", version: "" }, paths: { "/a": { get }, "/b": { get } } };
  expect(await lint(JSON.stringify(planted))).toContainEqual(
    expect.arrayContaining(["error", "operation-operationId-unique"]),
  );
});

describe("a client generated from the document", () => {
  type Sample = {
    signIn(origin: string, email: string, password: string): Promise<unknown>;
    listItemsBelow(client: unknown, maxPrice: string): Promise<{ title: string }[]>;
    quote(client: unknown, itemId: string, days: [string, string]): Promise<{ price: { totalCents: number } | null }>;
  };

  test("a client generated from the document compiles with the sample in docs/api.md, which signs in, reads all pages and quotes a price", async () => {
    expect(messages.filter((line) => line.startsWith("sample.ts"))).toEqual([]);
    const { db } = database();
    const email = "maya@example.com";
    const ownerId = await createUser(db, { email, passwordHash: await hashPassword(PASSWORD) });
    const titles = ["Canoe", "Kayak", "Paddle"];
    const ids = await Promise.all(titles.map((title) => createItem(db, { ownerId, title, dailyRateCents: 1000 })));
    await createItem(db, { ownerId, title: "Sailboat", dailyRateCents: 90_000 });

    const client = (await import(pathToFileURL(join(folder, "sample.js")).href)) as Sample;
    const session = await client.signIn(app.origin, email, PASSWORD);
    const found = await client.listItemsBelow(session, "50.00");
    expect(found.map(({ title }) => title).sort()).toEqual(titles);
    const { price } = await client.quote(session, ids[0] ?? "", ["2030-06-03", "2030-06-04"]);
    expect(price?.totalCents).toBeGreaterThan(0);
    await expect(client.signIn(app.origin, email, "wrong password")).rejects.toThrow("wrong_credentials");
  });

  test("a client generated from the document rejects wrong parameters, fields and paths at compile time", () => {
    const lines = messages.map((line) => Number(/^mistakes\.ts\((\d+),/.exec(line)?.[1]));
    expect(new Set(lines)).toEqual(new Set([4, 5, 6, 7, 8, 10, 11]));
  });
});
