import { request as rawRequest } from "node:http";
import { type Endpoint, endpoint, successStatus } from "@nexby/contract/endpoint";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { errorBody } from "@nexby/contract/error-body";
import { ERRORS } from "@nexby/contract/errors";
import { listItems } from "@nexby/contract/items";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { DEMO_ITEMS } from "./demo/catalogue.ts";
import { seedDemo } from "./demo/seed.ts";
import { mount } from "./platform/http/mount.ts";
import { newId } from "./platform/ids/new-id.ts";
import { addressOf } from "./testing/call.ts";
import { COMPLETE_PROFILE, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { asViewer, startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";
import { useTestPayments } from "./testing/test-payments.ts";

const TEXTS = [
  ...["", " ", "null", "undefined", "true", "NaN", "Infinity", "-Infinity", "[]", "{}", "[object Object]", "()"],
  ...["0", "-0", "-1", "1.5", "1e309", "-1e309", "1e3", "0x10", "0b1", "1_000", "+1", "٣", "１２", "Ⅷ"],
  ...["2147483648", "9007199254740992", "9007199254740993", "9223372036854775808", "9".repeat(400)],
  ...["2026-02-30", "0000-00-00", "2026-13-01T25:61:61Z", "infinity", "-infinity", "+275760-09-13T00:00:00.001Z"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__proto__[isAdmin]", '{"$gt":""}'],
  ...["' or '1'='1", "' or true --", "'; drop table items; --", "1; select pg_sleep(9)", "\\'", "$1", "%", "_", "%s%n"],
  ...[
    "../../etc/passwd",
    "..\\..\\windows",
    "/etc/passwd",
    "file:///etc/passwd",
    "http://127.0.0.1/",
    "//evil.example",
  ],
  ...["<script>alert(1)</script>", "{{7*7}}", "#{7*7}", "javascript:alert(1)", "\r\nSet-Cookie: a=b", "\t\n\v\f"],
  ...["🚲", "👨‍👩‍👧‍👦", "é", "e\u0301", "\u202Etxt", "\uFEFF", "\u200B", "İ", "ß".repeat(99), "\u{10FFFF}", "\uFFFD"],
  ...["\0", "a\0b", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "a".repeat(10_000)],
];
/** What no well-behaved client encodes: broken escapes, half characters, overlong forms. */
const RAW_TEXTS = [
  "%",
  "%zz",
  "%ff",
  "%c0%af",
  "%ed%a0%80",
  "%ed%bf%bf",
  "%f4%90%80%80",
  "%u0000",
  "%2500",
  "%252e",
  "+",
];
const ENCODED = [...TEXTS.map(encodeURIComponent), ...RAW_TEXTS];

const JSON_TEXTS = [
  ...TEXTS.map((text) => JSON.stringify(text)),
  ...["null", "true", "0", "-1", "1.5", "1e309", "-1e309", "1e-400", "9007199254740993", "9".repeat(400)],
  ...[
    "[]",
    "{}",
    "[null]",
    '["a","b"]',
    "[[[]]]",
    '{"length":1}',
    '{"toString":1}',
    '{"__proto__":{}}',
    '{"$ne":null}',
  ],
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    JSON.stringify("a".repeat(100_000)),
    "[".repeat(9_000) + "]".repeat(9_000),
  ],
];

type Attack = { path: string; body?: string };

const MARK = "~attack~";
const inPath = (path: string): string[] => ENCODED.map((value) => path.replace(MARK, () => value));
const inQuery = (path: string, field: string): string[] =>
  [
    ...ENCODED.map((value) => `${field}=${value}`),
    ...[field, `${field}&${field}`, `${field}=1&${field}=2`, `${field}[]=1`, `${field}[a]=1`, `${field}[__proto__]=1`],
    ...[`${field}.a=1`, `=${field}`, `&&&${field}=1=2`, `${field}=1;${field}=2`, `__proto__[${field}]=1`],
  ].map((query) => `${path}?${query}`);
const inBody = (goodBody: object, field: string): string[] =>
  JSON_TEXTS.map((value) => JSON.stringify({ ...goodBody, [field]: MARK }).replace(JSON.stringify(MARK), () => value));

/** Every attack on every field of an endpoint, and on one it does not have. */
function attacksOn(
  subject: Endpoint,
  goodBody = GOOD_BODIES[`${subject.method} ${subject.path}`],
): [string, Attack[]][] {
  if (subject.body && !goodBody) throw new Error(`${subject.path} takes a body, so it needs one in GOOD_BODIES`);
  const paths = (marked?: string) => {
    const names = fieldsOf(subject.params);
    return addressOf(subject, {
      params: Object.fromEntries(names.map((name) => [name, name === marked ? MARK : "1"])),
    });
  };
  const rest = goodBody && { body: JSON.stringify(goodBody) };
  const sendTo = (addresses: readonly string[]) => addresses.map((path) => ({ path, ...rest }));
  return [
    ...fieldsOf(subject.params).map((name): [string, Attack[]] => [`path ${name}`, sendTo(inPath(paths(name)))]),
    ...[...fieldsOf(subject.query), "unknown"].map((name): [string, Attack[]] => [
      `query ${name}`,
      sendTo(inQuery(paths(), name)),
    ]),
    ...fieldsOf(subject.body).map((name): [string, Attack[]] => [
      `body ${name}`,
      inBody(goodBody ?? {}, name).map((body) => ({ path: paths(), body })),
    ]),
  ];
}

const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

const TRACE_OF_CODE = /\bat .+:\d+:\d+|node_modules|\.ts\b|Error:|select |syntax/;

/** So that the database and the server work at the same time. */
const AT_ONCE = 6;

let attacks = 0;

/** What is wrong with the answer to an attack; nothing when it is a good one. */
async function complaint(origin: string, subject: Endpoint, { path, body }: Attack) {
  const { method, response: schema } = subject;
  // Each from an address of its own: what is to be tried is the check of the input, not the limit before it.
  attacks += 1;
  const headers = { ...ADMIN, "x-forwarded-for": `10.0.${(attacks >> 8) & 255}.${attacks & 255}` };
  const init = body === undefined ? {} : { body, headers: { ...headers, "content-type": "application/json" } };
  const response = await fetch(origin + path, { method, headers, ...init });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return [];
  }
  const text = await response.text();
  const blame = (what: string) => `${what}: ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ""} → ${text.slice(0, 200)}`;
  if (response.status >= 500) return blame(String(response.status));
  if (!response.headers.get("content-type")?.startsWith("application/json")) return blame("not JSON");
  const answer: unknown = JSON.parse(text);
  if (response.status === successStatus(subject))
    return schema.safeParse(answer).success ? [] : blame("not the contract's");
  const refusal = errorBody.strict().safeParse(answer);
  if (!refusal.success || ERRORS[refusal.data.code].status !== response.status) return blame("not a refusal's form");
  return TRACE_OF_CODE.test(text) ? blame("tells too much") : [];
}

async function complaints(origin: string, subject: Endpoint, attacks: readonly Attack[]): Promise<string[]> {
  const found: string[] = [];
  for (let first = 0; first < attacks.length; first += AT_ONCE) {
    const answers = attacks.slice(first, first + AT_ONCE).map((attack) => complaint(origin, subject, attack));
    found.push(...(await Promise.all(answers)).flat());
  }
  return found;
}

/** Who may do everything is stopped by nothing but the checks of what was sent. */
const ADMIN_ID = newId();
const ADMIN = asViewer({ id: ADMIN_ID, isApproved: true, isAdmin: true });

const database = useTestDatabase();
const payments = useTestPayments(database);
let app: TestApp;

/** Takes everything and stumbles over some of it, to show that the sweep notices. */
const careless = endpoint({
  method: "POST",
  path: "/api/careless/:word",
  summary: "Planted",
  access: "public",
  params: z.object({ word: z.string() }),
  query: z.object({ word: z.string().optional() }),
  body: z.object({ word: z.unknown() }),
  response: z.object({ word: z.string() }),
  errors: [],
});

beforeAll(async () => {
  const { db } = database();
  await seedDemo(db, "a secret of this test");
  await createUser(db, { ...COMPLETE_PROFILE, id: ADMIN_ID, isAdmin: true, isApproved: true });
  app = await startTestApp({
    db,
    ...payments().deps,
    proxyHops: 1,
    extend: (server, deps) =>
      mount(server, deps, careless, async ({ params, query, body }) => {
        if ([params.word, query.word, body.word].includes("' or '1'='1")) throw new Error("stumbled");
        return { word: params.word };
      }),
  });
});
afterAll(() => app.close());

const sweeps = ENDPOINTS.flatMap((subject) =>
  attacksOn(subject).map(([place, attacks]) => [`${subject.method} ${subject.path}`, place, subject, attacks] as const),
);

describe("hostile input", () => {
  test.each(sweeps)("%s, %s: refused or answered, never a fault", async (_call, _place, subject, attacks) => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    expect(await complaints(app.origin, subject, attacks)).toEqual([]);
  });

  test("no hostile category finds an item, and nothing was changed", async () => {
    const { db } = database();
    const stored = sql`select md5(string_agg(items::text, ',' order by id)) as sum, count(*)::int from items`;
    const before = await db.execute(stored);
    for (const value of ENCODED) {
      const path = `${listItems.path}?category=${value}`;
      const response = await fetch(app.origin + path);
      if (response.status === 200) expect([path, await response.json()]).toEqual([path, []]);
    }
    expect((await db.execute(stored)).rows).toEqual(before.rows);
    expect(before.rows).toMatchObject([{ count: DEMO_ITEMS.length }]);
  });

  test("an address of 100 kB is cut off, and the server lives on", async () => {
    const { hostname, port } = new URL(app.origin);
    const outcome = await new Promise((resolve) => {
      rawRequest({ hostname, port, path: `/api/items?category=${"a".repeat(100_000)}` }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", () => resolve("cut off"))
        .end();
    });
    expect([431, "cut off"]).toContain(outcome);
    expect((await fetch(`${app.origin}/api/health`)).status).toBe(200);
  });
});

describe("the sweep itself", () => {
  test("notices a fault in every place it attacks", async () => {
    for (const [place, attacks] of attacksOn(careless, { word: "fine" })) {
      const found = await complaints(app.origin, careless, attacks);
      if (place === "query unknown") expect(found).toEqual([]);
      else expect(found).toEqual([expect.stringMatching(/^500: /)]);
    }
  });

  test("asks for a good body of every endpoint that takes one", () => {
    expect(() => attacksOn(careless)).toThrow(/GOOD_BODIES/);
  });
});
