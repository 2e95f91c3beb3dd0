import { type ErrorBody, errorBody } from "@nexby/contract/errors";
import { expect } from "vitest";

type Refusal = { status: number; code: string; message: string; details: ErrorBody["details"]; text: string };

/** Reads an error response and checks its standard format. */
export async function refusal(response: Response): Promise<Refusal> {
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { requestId, code, message, details } = errorBody.strict().parse(JSON.parse(text));
  expect(response.headers.get("x-request-id")).toBe(requestId);
  return { status: response.status, code, message, details, text };
}
