import { expect, test } from "vitest";
import { perOrigin } from "./provider.ts";

test("creates one value per origin and evicts the least recently used when there are too many", () => {
  const created: string[] = [];
  const values = perOrigin((origin) => {
    created.push(origin);
    return { origin };
  });
  const origins = Array.from({ length: 20 }, (_, index) => `http://${index}.example`);
  for (const origin of [...origins, ...origins]) expect(values.get(origin).origin).toBe(origin);
  expect(created).toEqual(origins);

  values.get("http://0.example");
  values.get("http://another.example");
  values.get("http://0.example");
  expect(created).toEqual([...origins, "http://another.example"]);
  values.get("http://1.example");
  expect(created.at(-1)).toBe("http://1.example");
  values.forget("http://0.example");
  values.get("http://0.example");
  expect(created.at(-1)).toBe("http://0.example");
});
