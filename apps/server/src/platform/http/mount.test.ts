import { ENDPOINTS } from "@nexby/contract/endpoints";
import { expect, test } from "vitest";
import { z } from "zod";
import { responseSerializer } from "./mount.ts";

test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.response] as const))(
  "%s has a serializable response",
  (_call, response) => {
    expect(responseSerializer(response)).toBeTypeOf("function");
  },
);

test("compiles a response schema once", () => {
  const schema = z.object({ id: z.string() });
  expect(responseSerializer(schema)).toBe(responseSerializer(schema));
  expect(responseSerializer(z.object({ id: z.string() }))).not.toBe(responseSerializer(schema));
});

test("rejects a schema that JSON cannot express", () => {
  expect(() => responseSerializer(z.object({ id: z.bigint() }))).toThrow();
});
