import { beforeEach, describe, expect, test } from "vitest";
import { FakeNetwork, json, status } from "../testing/fake-network.ts";
import { defaultRead, nextPathOf, optionalRead } from "./queries.ts";

describe("nextPathOf", () => {
  test.each([
    [null, null],
    ['</api/items?cursor=a%2Cb>; rel="next"', "/api/items?cursor=a%2Cb"],
    ['</first>; rel="first", </third>; rel="next"', "/third"],
    ["</api/items?cursor=x>; rel=next", "/api/items?cursor=x"],
    ['</api/items>; rel="prev"', null],
  ])("nextPathOf reads %s as %s", (link, path) => expect(nextPathOf(link)).toBe(path));
});

const { signal } = new AbortController();
let network: FakeNetwork;

beforeEach(() => {
  network = new FakeNetwork();
});

describe("[CLIENT-02] default read", () => {
  test("requests the joined parts of its key", async () => {
    const client = network.clientWith({ "/api/items/7": [json({ id: 7 })] });
    expect(await defaultRead(client)({ queryKey: ["/api/items", "7"], signal })).toEqual({ id: 7 });
    expect(network.requests[0]?.init.method).toBe("GET");
  });

  test("the default read is null for a visitor when it is optional, after a single request and without a report", async () => {
    const client = network.clientWith({ "/api/me/likes": [status(401)] });
    expect(await optionalRead(client)({ queryKey: ["/api/me", "likes"], signal })).toBeNull();
    expect(network.requestedUrls()).toEqual(["/api/me/likes"]);
    expect(network.visited).toEqual([]);
    expect(network.onFailure).not.toHaveBeenCalled();
  });

  test("still fails when it is optional and the error is not a 401", async () => {
    const client = network.clientWith({ "/api/me/likes": [status(500)] });
    await expect(optionalRead(client)({ queryKey: ["/api/me/likes"], signal })).rejects.toMatchObject({ status: 500 });
    expect(network.onFailure).toHaveBeenCalledOnce();
  });

  test("default read fails for a visitor when it is required", async () => {
    const client = network.clientWith({ "/api/me/likes": [status(401)], "/api/auth/user": [status(401)] });
    await expect(defaultRead(client)({ queryKey: ["/api/me/likes"], signal })).rejects.toMatchObject({ status: 401 });
  });
});
