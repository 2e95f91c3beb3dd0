import { connect } from "node:net";
import { endpoint } from "@nexby/contract/endpoint";
import { errorBody } from "@nexby/contract/errors";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { rawGet, refusal } from "../../../testing/call.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { type HttpDeps, mount } from "../mount.ts";

const MEBIBYTE = 1024 * 1024;

const greet = endpoint({
  method: "POST",
  path: "/api/probe/greet",
  summary: "Has a body and a query",
  access: "public",
  query: z.object({ sort: z.enum(["up", "down"], "Sort must be up or down").optional() }),
  body: z.object({
    firstName: z.string("First name is required").min(1, "First name is required"),
    email: z.email("Please enter a valid email address"),
    tags: z.array(z.string().max(5, "A tag has at most 5 characters")).optional(),
  }),
  response: z.object({ greeting: z.string() }),
  errors: ["validation_failed"],
});
const echo = endpoint({
  method: "GET",
  path: "/api/probe/words/:word",
  summary: "Has a path parameter of free text",
  access: "public",
  params: z.object({ word: z.string() }),
  response: z.object({ word: z.string() }),
  errors: ["not_found"],
});
const touch = endpoint({
  method: "PUT",
  path: "/api/probe/touch",
  summary: "Has no body",
  access: "public",
  response: z.object({ isTouched: z.boolean() }),
  errors: [],
});

function mountProbes(app: FastifyInstance, deps: HttpDeps): void {
  mount(app, deps, greet, async ({ body }) => ({ greeting: `Hello ${body.firstName}` }));
  mount(app, deps, echo, async ({ params }) => params);
  mount(app, deps, touch, async () => ({ isTouched: true }));
}

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db, extend: mountProbes });
});
afterAll(() => app.close());

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream;
const send = (body: Body, type = "application/json", path: string = greet.path) =>
  fetch(app.origin + path, {
    method: "POST",
    headers: { "content-type": type },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
const sendJson = (value: unknown, path?: string) => send(JSON.stringify(value), undefined, path);

const ROBIN = { firstName: "Robin", email: "robin@nexby.example" };

describe("validation", () => {
  test("the validation accepts a valid body", async () => {
    const response = await sendJson(ROBIN);
    expect([response.status, await response.json()]).toEqual([200, { greeting: "Hello Robin" }]);
  });

  test("the validation uses the first field's error as the message and lists one per field, in order", async () => {
    expect(await refusal(await sendJson({ email: "x", firstName: "" }))).toMatchObject({
      status: 400,
      code: "validation_failed",
      message: "First name is required",
      details: [
        { field: "firstName", message: "First name is required" },
        { field: "email", message: "Please enter a valid email address" },
      ],
    });
  });

  test("a validation error names a field inside a list by its index", async () => {
    const message = "A tag has at most 5 characters";
    expect(await refusal(await sendJson({ ...ROBIN, tags: ["fine", "too long"] }))).toMatchObject({
      message,
      details: [{ field: "tags.1", message }],
    });
  });

  test("validation checks the query before the body", async () => {
    const message = "Sort must be up or down";
    const error = await refusal(await sendJson({}, `${greet.path}?sort=sideways`));
    expect(error).toMatchObject({ status: 400, message, details: [{ field: "sort", message }] });
  });

  test("the validation treats a JSON content type without a body as no body", async () => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(app.origin + touch.path, { method: "PUT", headers });
    expect([response.status, await response.json()]).toEqual([200, { isTouched: true }]);
    expect(await refusal(await send(""))).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test.each(["null", "[]", "5", '"text"', "true"])("the validation rejects %s in place of an object", async (body) => {
    expect(await refusal(await send(body))).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("unreadable bodies", () => {
  const MALFORMED = { status: 400, code: "malformed_request", message: "We couldn't read this request" };
  const WRONG_TYPE = { status: 415, code: "unsupported_media_type", message: "Send the body as application/json" };
  const invalidUtf8 = Uint8Array.from([...Buffer.from('{"firstName":"'), 0xc3, 0x28, ...Buffer.from('"}')]);
  const valid = JSON.stringify(ROBIN);

  test.each([
    ["a broken object", "{"],
    ["text that is not JSON", "firstName=Robin"],
    ["text after the object", `${valid}{}`],
    ["a prototype", `{"__proto__":{"isAdmin":true},${valid.slice(1)}`],
    ["a prototype deeper down", `{"a":[{"__proto__":{"isAdmin":true}}],${valid.slice(1)}`],
    ["a prototype in escapes", `{"\\u005f_proto__":{"isAdmin":true},${valid.slice(1)}`],
    ["a constructor's prototype", `{"constructor":{"prototype":{"isAdmin":true}},${valid.slice(1)}`],
    ["invalid UTF-8", invalidUtf8],
    ["invalid UTF-8 of unknown length", new Blob([invalidUtf8]).stream()],
  ])("the server rejects %s as malformed", async (_, body) => {
    expect(await refusal(await send(body))).toMatchObject(MALFORMED);
  });

  test.each([
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "text/json",
    "nonsense",
  ])("the server rejects the content type %s", async (type) => {
    expect(await refusal(await send(valid, type))).toMatchObject(WRONG_TYPE);
  });

  test("the server rejects a body without a content type", async () => {
    const body = Uint8Array.from(Buffer.from(valid));
    expect(await refusal(await fetch(app.origin + greet.path, { method: "POST", body }))).toMatchObject(WRONG_TYPE);
  });

  test("the server accepts a body of 1 MiB and not a byte more", async () => {
    expect((await send(valid.padEnd(MEBIBYTE))).status).toBe(200);
    const error = await refusal(await send(valid.padEnd(MEBIBYTE + 1)));
    expect(error).toMatchObject({ status: 413, code: "payload_too_large", message: "Request too large" });
  });

  test.each([
    ["a list", "[", "]"],
    ["an object", '{"a":', "}"],
  ])("the server rejects %s of 100,000 levels, at any position", async (_, open, close) => {
    const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    expect((await refusal(await send(deep))).status).toBe(400);
    expect((await refusal(await send(`{"firstName":${deep}}`))).status).toBe(400);
    expect((await refusal(await send(`{"other":${deep},${valid.slice(1)}`))).status).toBe(400);
  });
});

describe("the zero character", () => {
  const NUL = { status: 400, code: "validation_failed", message: "Text can't contain a null character" };

  test.each([
    ["a value", { ...ROBIN, firstName: "Rob\0in" }],
    ["a value within a list", { ...ROBIN, tags: ["\0"] }],
    ["a name", { ...ROBIN, "\0": 1 }],
  ])("the zero character is rejected in %s of the body", async (_, body) => {
    expect(await refusal(await sendJson(body))).toMatchObject(NUL);
  });

  test.each(["?sort=up%00", "?other=%00", "?%00=1"])(
    "the zero character is rejected in the query %s",
    async (query) => {
      expect(await refusal(await sendJson(ROBIN, greet.path + query))).toMatchObject(NUL);
    },
  );

  test("the zero character is not found in a path", async () => {
    expect(await refusal(await fetch(`${app.origin}/api/probe/words/a%00b`))).toMatchObject({ status: 404 });
  });
});

describe("addresses", () => {
  const NOT_FOUND = { status: 404, code: "not_found", message: "Not found" };

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s of an unknown API path returns 404 as JSON",
    async (method) => {
      for (const path of ["/api", "/api/", "/api/unknown", "/api/items/1/2", "/api/unknown?x=%00", "/api//items"]) {
        expect(await refusal(await fetch(app.origin + path, { method }))).toMatchObject(NOT_FOUND);
      }
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE"])("%s of a read-only path returns 404", async (method) => {
    const init = { method, headers: { "content-type": "application/json" }, body: "{}" };
    expect(await refusal(await fetch(`${app.origin}/api/categories`, init))).toMatchObject(NOT_FOUND);
  });

  test("a path parameter of free text is decoded once", async () => {
    const response = await fetch(`${app.origin}/api/probe/words/%E2%9B%BA%2525`);
    expect(await response.json()).toEqual({ word: "⛺%25" });
  });

  test.each(["%", "%zz", "%c0%af", "%ff", "a%"])("an unreadable path parameter %s is not found", async (word) => {
    expect(await refusal(await fetch(`${app.origin}/api/probe/words/${word}`))).toMatchObject(NOT_FOUND);
  });

  test.each([101, 5_000])("a path parameter of %i characters is not found", async (length) => {
    expect(await refusal(await fetch(`${app.origin}/api/probe/words/${"a".repeat(length)}`))).toMatchObject(NOT_FOUND);
  });

  test("requests rejected before routing have the security headers too", async () => {
    const expected = (await fetch(`${app.origin}/api/health`)).headers;
    for (const path of ["/api/probe/words/%", `/api/probe/words/${"a".repeat(101)}`, "/%zz"]) {
      const { headers } = await fetch(app.origin + path);
      for (const name of [
        "content-security-policy",
        "x-content-type-options",
        "x-frame-options",
        "permissions-policy",
      ]) {
        expect([path, name, headers.get(name)]).toEqual([path, name, expected.get(name)]);
      }
    }
  });
});

describe("requests a browser would not make", () => {
  test.each([
    "/api/../api/unknown",
    "/api/items/../../etc/passwd",
    "//api/items",
    "/api/items;x=1",
    "*",
    "/api\\items",
  ])("%s is not found", async (path) => {
    expect((await rawGet(app.origin, path)).status).toBe(404);
  });
});

describe("requests that the HTTP parser rejects", () => {
  /** Sends text as it is and returns the response after the server has closed the connection. */
  async function sendRaw(...pieces: string[]) {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    for (const piece of pieces) socket.write(piece);
    let text = "";
    socket.on("data", (data) => (text += data)).on("error", () => undefined);
    await new Promise((resolve) => socket.on("close", resolve));
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const [status = "", ...lines] = head.split("\r\n");
    const headers = new Headers(
      lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
    );
    return { status: Number(status.split(" ")[1]), headers, body };
  }

  const MALFORMED = { status: 400, code: "malformed_request", message: "We couldn't read this request" };
  const TOO_LARGE = {
    status: 431,
    code: "headers_too_large",
    message: "The request headers are too large. Clear your cookies and try again.",
  };
  const POST = `POST ${greet.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;

  test.each([
    ["no HTTP", ["NONSENSE\r\n\r\n"], MALFORMED],
    ["a header without a colon", ["GET /api/health HTTP/1.1\r\nhost x\r\n\r\n"], MALFORMED],
    ["no host", ["GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n"], MALFORMED],
    ["two lengths", [`${POST}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`], MALFORMED],
    ["a broken chunk", [`${POST}transfer-encoding: chunked\r\n\r\n`, "zz\r\n{}\r\n"], MALFORMED],
    ["headers of 20 KB", [`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`], TOO_LARGE],
  ])(
    "requests that the HTTP parser rejects get our error format and headers: %s",
    async (_, pieces, { status, ...expected }) => {
      const response = await sendRaw(...pieces);
      const error = errorBody.strict().parse(JSON.parse(response.body));
      expect({ status: response.status, ...error }).toMatchObject({ status, ...expected });
      expect(response.headers.get("x-request-id")).toBe(error.requestId);
      expect(response.headers.get("connection")).toBe("close");
      const usual = (await fetch(`${app.origin}/api/unknown`)).headers;
      const changing = new Set(["x-request-id", "nexby-now", "date", "connection", "keep-alive", "content-length"]);
      for (const [name, value] of usual) {
        if (!changing.has(name)) expect([name, response.headers.get(name)]).toEqual([name, value]);
      }
      expect(Date.parse(response.headers.get("nexby-now") ?? "")).not.toBeNaN();
    },
  );

  test("after a good request on the same connection get a response of their own", async () => {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    let text = "";
    let hasSentNonsense = false;
    socket.on("data", (data) => {
      text += data;
      if (hasSentNonsense || !text.includes('"ok"')) return;
      hasSentNonsense = true;
      socket.write("NONSENSE\r\n\r\n");
    });
    socket.write("GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n");
    await new Promise((resolve) => socket.on("close", resolve));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });
});
