import { expect, test } from "vitest";
import { perOrigin } from "./provider.ts";

test("an origin's part is made once, and the one not asked for longest is forgotten when there are too many", () => {
  const made: string[] = [];
  const parts = perOrigin((origin) => {
    made.push(origin);
    return { origin };
  });
  const names = Array.from({ length: 20 }, (_, index) => `http://${index}.example`);
  for (const name of [...names, ...names]) expect(parts.get(name).origin).toBe(name);
  expect(made).toEqual(names);

  parts.get("http://0.example");
  parts.get("http://another.example");
  parts.get("http://0.example");
  expect(made).toEqual([...names, "http://another.example"]);
  parts.get("http://1.example");
  expect(made.at(-1)).toBe("http://1.example");
  parts.forget("http://0.example");
  parts.get("http://0.example");
  expect(made.at(-1)).toBe("http://0.example");
});
