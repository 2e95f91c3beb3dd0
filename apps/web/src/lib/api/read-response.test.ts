import { describe, expect, test, vi } from "vitest";
import { ApiError, ClientRefusalError } from "./errors.ts";
import { readResponse } from "./read-response.ts";

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

const read = (response: Response, warn: (text: string) => void = () => undefined) => readResponse(response, warn);

async function failureOf(body: string | null, init: ResponseInit): Promise<ApiError> {
  const error: unknown = await read(new Response(body, init)).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("an ApiError was expected");
  return error;
}

/** Endless response in chunks of a mebibyte. */
function endless(headers: HeadersInit = {}) {
  let pieces = 0;
  const onCancel = vi.fn();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pieces += 1;
        controller.enqueue(new Uint8Array(MEBIBYTE));
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body, { headers }), onCancel, pieces: () => pieces };
}

describe("[CLIENT-05] response size", () => {
  test("the response size reads 10 MB", async () => {
    const text = JSON.stringify("x".repeat(10 * MEBIBYTE - 2));
    expect(await read(new Response(text, { headers: JSON_TYPE }))).toHaveLength(10 * MEBIBYTE - 2);
  });

  test("the response size rejects a larger announced length before reading any of the body", async () => {
    const { response, onCancel, pieces } = endless({ "content-length": String(10 * MEBIBYTE + 1) });
    await expect(read(response)).rejects.toThrow(/^Response too large$/);
    expect(pieces()).toBe(0);
    expect(onCancel).toHaveBeenCalled();
  });

  test.each<Record<string, string>>([{}, { "content-length": "17" }])(
    "the response size stops reading a body that turns out larger (%o)",
    async (headers) => {
      const { response, onCancel, pieces } = endless(headers);
      await expect(read(response)).rejects.toThrow(ClientRefusalError);
      expect(pieces()).toBe(11);
      expect(onCancel).toHaveBeenCalled();
    },
  );
});

describe("[CLIENT-06] response content", () => {
  test("the response content parses JSON whose characters arrive in pieces", async () => {
    const bytes = new TextEncoder().encode('{"name":"é"}');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    expect(await read(new Response(body, { headers: JSON_TYPE }))).toEqual({ name: "é" });
  });

  test.each(["", "<!doctype html>", "{", "undefined"])(
    "the response content rejects %j as invalid JSON",
    async (text) => {
      const error = await failureOf(text, { headers: JSON_TYPE });
      expect(error.message).toBe("Invalid JSON response from server");
      expect(error.status).toBe(200);
    },
  );

  test("the response content returns null for a response without content", async () =>
    expect(await read(new Response(null, { status: 204 }))).toBeNull());

  test.each([
    ["application/json", 0],
    ["text/plain;charset=UTF-8", 0],
    ["Text/HTML", 0],
    ["application/xml", 1],
    ["image/png", 1],
  ])("the response content reads %s with %i warnings", async (type, warnings) => {
    const warn = vi.fn();
    expect(await read(new Response("[1]", { headers: { "content-type": type } }), warn)).toEqual([1]);
    expect(warn).toHaveBeenCalledTimes(warnings);
  });
});

describe("[CLIENT-07] a failed response", () => {
  test.each([
    ["its message", '{"message":"Not so","error":"bad"}', "Not so"],
    ["its error", '{"error":"bad","detail":1}', "bad"],
    ["its error when the message says nothing", '{"message":"","error":"bad"}', "bad"],
    ["its text when it names neither", '{"reason":1}', '{"reason":1}'],
    ["its text when that is no JSON", "<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"],
    ["500 characters as they are", "x".repeat(500), "x".repeat(500)],
    ["500 characters of more", "x".repeat(501), `${"x".repeat(500)}...`],
    ["its status text when it says nothing", "", "Bad Gateway"],
  ])("a failed response is explained by %s", async (_, body, message) => {
    const error = await failureOf(body, { status: 502, statusText: "Bad Gateway", headers: JSON_TYPE });
    expect(error.message).toBe(message);
    expect(error.status).toBe(502);
  });

  test("a failed response has a default message where there are no status texts", async () =>
    expect((await failureOf(null, { status: 502 })).message).toBe("Something went wrong. Please try again."));

  test("a failed response has the parsed body, its code and field errors, and the time to wait", async () => {
    const body = { message: "Too short", code: "validation_failed", details: [{ field: "a", message: "Too short" }] };
    const init = { status: 400, headers: { ...JSON_TYPE, "retry-after": "30" } };
    const error = await failureOf(JSON.stringify(body), init);
    expect(error.details).toEqual(body);
    expect(error.code).toBe("validation_failed");
    expect(error.fieldErrors).toEqual(body.details);
    expect(error.retryAfterSeconds).toBe(30);
    expect(error.isDecided).toBe(true);
  });

  test("a failed response has no code, field errors or time to wait when none is given", async () => {
    const error = await failureOf('["no"]', {
      status: 500,
      headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" },
    });
    expect(error).toMatchObject({ code: null, fieldErrors: [], retryAfterSeconds: null, isDecided: false });
  });
});
