import { expect, it } from "vitest";
import { readPages } from "../api/queries.ts";
import { createQueryClient } from "../api/query-client.ts";
import { fillCache } from "./page-data.tsx";

it("finds an answer of the server by the parts of its path", () => {
  const client = createQueryClient();
  fillCache(client, { "/api/items/7": { body: { title: "Tent" }, link: null } });
  expect(client.getQueryData(["/api/items", "7"])).toEqual({ title: "Tent" });
});

it("has a list ready to be read in pages", () => {
  const client = createQueryClient();
  const answer = { body: [{ title: "Tent" }], link: '</api/items?cursor=2>; rel="next"' };
  fillCache(client, { "/api/items": answer });
  expect(client.getQueryData(["/api/items"])).toEqual(answer.body);
  expect(client.getQueryData(readPages("/api/items").queryKey)).toEqual({
    pages: [answer],
    pageParams: ["/api/items"],
  });
});
