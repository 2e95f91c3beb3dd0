import { ENDPOINTS } from "@nexby/contract/endpoints";
import { expect, test } from "vitest";
import { z } from "zod";
import { responseSerializer } from "./mount.ts";

test.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint.response] as const))(
  "%s has a response that can be serialized",
  (_call, response) => {
    expect(responseSerializer(response)).toBeTypeOf("function");
  },
);

test("a response schema is compiled once", () => {
  const schema = z.object({ id: z.string() });
  expect(responseSerializer(schema)).toBe(responseSerializer(schema));
  expect(responseSerializer(z.object({ id: z.string() }))).not.toBe(responseSerializer(schema));
});

test("a schema that JSON cannot express is refused", () => {
  expect(() => responseSerializer(z.object({ id: z.bigint() }))).toThrow();
});
