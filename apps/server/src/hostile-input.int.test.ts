import { request as rawRequest } from "node:http";
import { type Endpoint, endpoint, isIdempotent, successStatus } from "@nexby/contract/endpoint";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { ERRORS, errorBody } from "@nexby/contract/errors";
import { listItems } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { DEMO_ITEMS } from "./demo/catalogue.ts";
import { seedDemo } from "./demo/seed.ts";
import { AppError } from "./platform/errors.ts";
import { refusalBody } from "./platform/http/error-handler.ts";
import { mount, parseRequest } from "./platform/http/mount.ts";
import { newId } from "./platform/ids.ts";
import { useTestPayments } from "./testing/bookings/test-payments.ts";
import { addressOf } from "./testing/call.ts";
import { COMPLETE_PROFILE, createUser } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { asViewer, startTestApp, type TestApp } from "./testing/test-app.ts";
import { useTestDatabase } from "./testing/test-database.ts";

/**
 * `npm run prove -- hostile` sends every attack over HTTP. `npm test` runs a twelfth of them: in process those that the
 * request parser accepts, since the others never reach an endpoint's own code, and a sample of all over HTTP.
 */
const IS_FULL = process.env.PROVE === "hostile";

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
/** URL texts that no client's encoding produces: broken escapes, lone surrogates, overlong forms. */
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

/** `given` is the decoded value of the attacked field, where it is known. */
type Attack = { path: string; body?: string; given?: unknown };
type Place = { name: string; part: "params" | "query" | "body"; field: string; attacks: Attack[] };
const MARK = "~attack~";
const UNKNOWN = "unknown";
const GOOD_PARAM = "1";
const inUrl = (write: (value: string) => string): Attack[] => [
  ...TEXTS.map((given) => ({ path: write(encodeURIComponent(given)), given })),
  ...RAW_TEXTS.map((value) => ({ path: write(value) })),
];
const inQuery = (path: string, field: string): Attack[] => [
  ...inUrl((value) => `${path}?${field}=${value}`),
  ...[
    ...[field, `${field}&${field}`, `${field}=1&${field}=2`, `${field}[]=1`, `${field}[a]=1`, `${field}[__proto__]=1`],
    ...[`${field}.a=1`, `=${field}`, `&&&${field}=1=2`, `${field}=1;${field}=2`, `__proto__[${field}]=1`],
  ].map((query) => ({ path: `${path}?${query}` })),
];
/** Parsed once for all fields. Those without a value are rejected by the JSON parser itself. */
const JSON_ATTACKS = JSON_TEXTS.map((text) => ({
  text,
  ...(!text.includes("__proto__") && { given: JSON.parse(text) as unknown }),
}));
const inBody = (path: string, goodBody: object, field: string): Attack[] => {
  const [start, end] = JSON.stringify({ ...goodBody, [field]: MARK }).split(JSON.stringify(MARK));
  return JSON_ATTACKS.map(({ text, ...rest }) => ({ path, body: `${start}${text}${end}`, ...rest }));
};

/** All attacks on every field of an endpoint and on an unknown query field. */
function placesOf(subject: Endpoint, goodBody = GOOD_BODIES[`${subject.method} ${subject.path}`]): Place[] {
  if (subject.body && !goodBody) throw new Error(`${subject.path} takes a body, so it needs one in GOOD_BODIES`);
  const pathWith = (marked?: string) =>
    addressOf(subject, {
      params: Object.fromEntries(fieldsOf(subject.params).map((name) => [name, name === marked ? MARK : GOOD_PARAM])),
    });
  const rest = goodBody && { body: JSON.stringify(goodBody) };
  const place = (part: Place["part"], field: string, attacks: Attack[]): Place => ({
    name: `${part === "params" ? "path" : part} ${field}`,
    part,
    field,
    attacks: part === "body" ? attacks : attacks.map((attack) => ({ ...attack, ...rest })),
  });
  return [
    ...fieldsOf(subject.params).map((field) =>
      place(
        "params",
        field,
        inUrl((value) => pathWith(field).replace(MARK, () => value)),
      ),
    ),
    ...[...fieldsOf(subject.query), UNKNOWN].map((field) => place("query", field, inQuery(pathWith(), field))),
    ...fieldsOf(subject.body).map((field) => place("body", field, inBody(pathWith(), goodBody ?? {}, field))),
  ];
}

const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

const ERROR_BODY = errorBody.strict();
const LEAKED_INTERNALS = /\bat .+:\d+:\d+|node_modules|\.ts\b|Error:|select |syntax/;

/** Concurrent requests keep the database and the server busy at the same time. */
const CONCURRENCY = 6;
/** `npm test` runs one in this many attacks per field, shifted by one from field to field. */
const SAMPLING = IS_FULL ? 1 : 12;
/** Always sends one in this many over HTTP. */
const HTTP_SAMPLING = 10 * SAMPLING;

type HttpResponse = { status: number; type: string; text: string };
type Transport = (subject: Endpoint, attack: Attack) => Promise<HttpResponse>;

let sent = 0;

/** Each request uses its own address, because rate limits are not under test. */
function headersOf({ body }: Attack): Record<string, string> {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return {
    ...ADMIN,
    "x-forwarded-for": address,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
}

const overHttp: Transport = async ({ method }, attack) => {
  const { path, body } = attack;
  const response = await fetch(app.origin + path, { method, headers: headersOf(attack), ...(body && { body }) });
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, type, text: "" };
  }
  return { status: response.status, type, text: await response.text() };
};

const inProcess: Transport = async ({ method }, attack) => {
  const { path: url, body } = attack;
  const response = await app.app.inject({ method, url, headers: headersOf(attack), ...(body && { payload: body }) });
  return { status: response.statusCode, type: String(response.headers["content-type"] ?? ""), text: response.payload };
};

/** Null when the parser accepts the attack or its decoded input is unknown. */
function parserRejection(subject: Endpoint, { part, field }: Place, attack: Attack): AppError | null {
  if (!("given" in attack)) return null;
  const good = {
    params: Object.fromEntries(fieldsOf(subject.params).map((name) => [name, GOOD_PARAM])),
    query: {},
    body: attack.body === undefined ? undefined : (JSON.parse(attack.body) as object),
  };
  const input = { ...good, ...(part !== "body" && { [part]: { ...good[part], [field]: attack.given } }) };
  try {
    parseRequest(subject, input);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

/** The transport for each attack of a place, or null for skipped ones. Streams would never end in process. */
function transportsOf(subject: Endpoint, place: Place, index: number): (Transport | null)[] {
  return place.attacks.map((attack, number) => {
    if ((index + number) % SAMPLING !== 0) return null;
    if (IS_FULL || subject.isStream || (index + number) % HTTP_SAMPLING === 0) return overHttp;
    const rejection = parserRejection(subject, place, attack);
    if (rejection) return async () => parserResponse(rejection);
    return "given" in attack ? inProcess : overHttp;
  });
}

const parserResponse = (rejection: AppError): HttpResponse => ({
  status: rejection.status,
  type: "application/json",
  text: refusalBody(rejection, newId()),
});

/** Describes the fault in the response to an attack, or null. */
async function faultOf(send: Transport, subject: Endpoint, attack: Attack): Promise<string | null> {
  const { status, type, text } = await send(subject, attack);
  if (type.startsWith("text/event-stream")) return null;
  const { path, body = "" } = attack;
  const describeFault = (what: string) =>
    `${what}: ${path.slice(0, 200)} ${body.slice(0, 200)} → ${text.slice(0, 200)}`;
  if (status >= 500) return describeFault(String(status));
  const isFile = status === successStatus(subject) && subject.mediaType !== undefined;
  if (isFile) return type === subject.mediaType ? null : describeFault(`not ${subject.mediaType}`);
  if (!type.startsWith("application/json")) return describeFault("not JSON");
  const json: unknown = JSON.parse(text);
  if (status === successStatus(subject))
    return subject.response.safeParse(json).success ? null : describeFault("not as the contract declares");
  const rejection = ERROR_BODY.safeParse(json);
  if (!rejection.success || ERRORS[rejection.data.code].status !== status) return describeFault("not an error body");
  return LEAKED_INTERNALS.test(text) ? describeFault("leaks internals") : null;
}

async function faultsOf(
  subject: Endpoint,
  attacks: readonly Attack[],
  transports: readonly (Transport | null)[],
): Promise<string[]> {
  const found: (string | null)[] = [];
  const chosen = attacks.flatMap((attack, index) => {
    const send = transports[index];
    return send ? [{ attack, send }] : [];
  });
  for (let first = 0; first < chosen.length; first += CONCURRENCY) {
    // All requests share one account, whose rate limits would otherwise reject them.
    if (subject.limits?.some(({ per }) => per === "account")) await database().db.execute(sql`truncate throttles`);
    const faults = chosen.slice(first, first + CONCURRENCY).map(({ attack, send }) => faultOf(send, subject, attack));
    found.push(...(await Promise.all(faults)));
  }
  return found.filter((one) => one !== null);
}

/** An admin passes all access checks, so only input validation can reject the request. */
const ADMIN_ID = newId();
const ADMIN = asViewer({ id: ADMIN_ID, isApproved: true, isAdmin: true });

const database = useTestDatabase();
const payments = useTestPayments(database);
let app: TestApp;

/** Accepts everything and fails on one text, to prove that the sweep detects it. */
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

/** Rejects nearly everything. */
const strict = endpoint({
  method: "POST",
  path: "/api/strict/:id",
  summary: "Planted",
  access: "public",
  params: z.object({ id: z.string().max(3) }),
  query: z.object({ number: z.coerce.number().int().optional() }),
  body: z.object({ flag: z.boolean() }),
  response: z.object({ isFine: z.boolean() }),
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
    extend: (server, deps) => {
      mount(server, deps, careless, async ({ params, query, body }) => {
        if ([params.word, query.word, body.word].includes("' or '1'='1")) throw new Error("stumbled");
        return { word: params.word };
      });
      mount(server, deps, strict, async () => ({ isFine: true }));
    },
  });
});
afterAll(() => app.close());

/** Endpoints of one kind share their mounting code, which is all an unknown query field can reach. */
const kindOf = (subject: Endpoint) => {
  const { method, upload, mediaType, isPolled, isStream } = subject;
  return JSON.stringify([method, Boolean(upload), mediaType, isPolled, isStream, isIdempotent(subject)]);
};
/** Per kind, the endpoint with the fewest body fields, since they are sent along. */
const REPRESENTATIVES = new Map(
  [...ENDPOINTS]
    .sort((one, other) => fieldsOf(other.body).length - fieldsOf(one.body).length)
    .map((subject) => [kindOf(subject), subject]),
);

const sweeps = ENDPOINTS.flatMap((subject) =>
  placesOf(subject)
    .filter(({ field }) => field !== UNKNOWN || IS_FULL || REPRESENTATIVES.get(kindOf(subject)) === subject)
    .map((place) => [`${subject.method} ${subject.path}`, place.name, subject, place] as const),
).map((sweep, index) => [...sweep, index] as const);

describe("hostile input", () => {
  test.each(sweeps)(
    "%s, %s: rejects or answers every attack without a server error",
    async (_call, _name, subject, place, index) => {
      expect(place.attacks.length).toBeGreaterThanOrEqual(60);
      expect(await faultsOf(subject, place.attacks, transportsOf(subject, place, index))).toEqual([]);
    },
  );

  test("attacks an unknown query field at every kind of endpoint", () => {
    const attacked = sweeps.filter(([, , , { field }]) => field === UNKNOWN).map(([, , subject]) => kindOf(subject));
    expect(new Set(attacked)).toEqual(new Set(ENDPOINTS.map(kindOf)));
  });

  test("a hostile category finds no item and changes nothing", async () => {
    const { db } = database();
    const stored = sql`select md5(string_agg(items::text, ',' order by id)) as sum, count(*)::int from items`;
    const before = await db.execute(stored);
    for (const { path } of inUrl((value) => `${listItems.path}?category=${value}`)) {
      const { status, text } = await overHttp(listItems, { path });
      if (status === 200) expect([path, JSON.parse(text)]).toEqual([path, []]);
    }
    expect((await db.execute(stored)).rows).toEqual(before.rows);
    expect(before.rows).toMatchObject([{ count: DEMO_ITEMS.length }]);
  });

  test("the hostile input rejects a 100 kB URL and keeps running", async () => {
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

describe("hostile input self-check", () => {
  test.each([
    ["over HTTP", overHttp],
    ["in process", inProcess],
  ])("the hostile input self-check detects a fault in every attacked place, %s", async (_name, send) => {
    for (const { field, attacks } of placesOf(careless, { word: "fine" })) {
      const transports = attacks.map(() => send);
      const found = await faultsOf(careless, attacks, transports);
      if (field === UNKNOWN) expect(found).toEqual([]);
      else expect(found).toEqual([expect.stringMatching(/^500: /)]);
    }
  });

  test("the hostile input self-check detects the fault with sampling too, since the parser accepts the text", async () => {
    for (const place of placesOf(careless, { word: "fine" }).filter(({ field }) => field !== UNKNOWN)) {
      const found: string[] = [];
      for (let index = 0; index < SAMPLING; index += 1) {
        found.push(...(await faultsOf(careless, place.attacks, transportsOf(careless, place, index))));
      }
      expect(found).toEqual([expect.stringMatching(/^500: /)]);
    }
  });

  test.each([
    ["careless", careless, { word: "fine" }],
    ["strict", strict, { flag: true }],
  ])(
    "the hostile input self-check gets the same responses in process and from the parser as over HTTP, %s",
    async (_name, subject, goodBody) => {
      const comparable = ({ status, text }: HttpResponse) => [status, text.replace(/"requestId":"[^"]+"/, "")];
      for (const place of placesOf(subject, goodBody)) {
        for (const attack of place.attacks) {
          const expected = comparable(await overHttp(subject, attack));
          const rejection = parserRejection(subject, place, attack);
          expect({ attack, answer: comparable(await inProcess(subject, attack)) }).toEqual({
            attack,
            answer: expected,
          });
          if (rejection)
            expect({ attack, answer: comparable(parserResponse(rejection)) }).toEqual({ attack, answer: expected });
        }
      }
    },
  );

  test("the hostile input self-check requires an accepted body for every endpoint that takes one", () => {
    expect(() => placesOf(careless)).toThrow(/GOOD_BODIES/);
  });
});
