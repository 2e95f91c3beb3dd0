import { describe, expect, it } from "vitest";
import { ApiError } from "../api/errors.ts";
import { Intents } from "./intents.ts";

const failWith = (status: number) => async (key: string) => {
  keys.push(key);
  throw new ApiError({ status, message: "No" });
};
const succeed = async (key: string) => void keys.push(key);

let keys: string[] = [];

async function tryAll(...tries: [request: unknown, send: (key: string) => Promise<unknown>][]): Promise<string[]> {
  const intents = new Intents();
  keys = [];
  for (const [request, send] of tries) await intents.attempt(request, send).catch(() => undefined);
  return keys;
}

describe("idempotency keys of intents", () => {
  it.each([0, 500, 503])("are reused after %i, which decides nothing", async (status) => {
    const [first, second, third] = await tryAll([{ a: 1 }, failWith(status)], [{ a: 1 }, succeed], [{ a: 1 }, succeed]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each([400, 409, 429])("are new after %i, because the server has decided", async (status) => {
    const [first, second] = await tryAll([{ a: 1 }, failWith(status)], [{ a: 1 }, succeed]);
    expect(second).not.toBe(first);
  });

  it("are new for a different request", async () => {
    const [first, second] = await tryAll([{ a: 1 }, failWith(503)], [{ a: 2 }, succeed]);
    expect(second).not.toBe(first);
  });
});
