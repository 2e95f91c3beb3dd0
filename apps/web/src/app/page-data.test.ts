import { expect, it } from "vitest";
import { createQueryClient, readPages } from "../lib/api/queries.ts";
import { fillCache } from "./page-data.tsx";

it("the page data finds a server response by the parts of its path", () => {
  const client = createQueryClient();
  fillCache(client, { "/api/items/7": { body: { title: "Tent" }, link: null } });
  expect(client.getQueryData(["/api/items", "7"])).toEqual({ title: "Tent" });
});

it("the page data makes a list available in pages", () => {
  const client = createQueryClient();
  const response = { body: [{ title: "Tent" }], link: '</api/items?cursor=2>; rel="next"' };
  fillCache(client, { "/api/items": response });
  expect(client.getQueryData(["/api/items"])).toEqual(response.body);
  expect(client.getQueryData(readPages("/api/items").queryKey)).toEqual({
    pages: [response],
    pageParams: ["/api/items"],
  });
});
