import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { getSigningKey } from "./provider-configuration.ts";
import { deleteExpiredProviderRecords, ProviderRecords } from "./provider-records.ts";

const database = useTestDatabase();
const records = (model = "Session") => new ProviderRecords(database().db, model);

describe("ProviderRecords", () => {
  test("ProviderRecords finds records by id and uid within their model, and updates and deletes them", async () => {
    await records().upsert("one", { uid: "u1", accountId: "maya" }, 60);
    await records("Grant").upsert("one", { accountId: "noah" }, 60);
    expect(await records().find("one")).toEqual({ uid: "u1", accountId: "maya" });
    expect(await records().findByUid("u1")).toEqual({ uid: "u1", accountId: "maya" });
    expect(await records("Grant").find("one")).toEqual({ accountId: "noah" });
    await records().upsert("one", { uid: "u2", accountId: "omar" }, 60);
    expect(await records().findByUid("u1")).toBeUndefined();
    expect(await records().findByUid("u2")).toMatchObject({ accountId: "omar" });
    await records().destroy("one");
    expect(await records().find("one")).toBeUndefined();
    expect(await records("Grant").find("one")).toBeDefined();
  });

  test("ProviderRecords marks a record as consumed and deletes it with its grant", async () => {
    const codes = records("AuthorizationCode");
    await codes.upsert("code", { grantId: "g" }, 60);
    await codes.upsert("other", { grantId: "h" }, 60);
    expect(await codes.find("code")).not.toHaveProperty("consumed");
    await codes.consume("code");
    expect(await codes.find("code")).toMatchObject({ grantId: "g", consumed: expect.any(Number) });
    await codes.revokeByGrantId("g");
    expect(await codes.find("code")).toBeUndefined();
    expect(await codes.find("other")).toBeDefined();
  });

  test("ProviderRecords hides and sweeps expired records and keeps those without an expiry", async () => {
    const store = records("Kept");
    await store.upsert("short", {}, -1);
    await store.upsert("long", {}, 60);
    await store.upsert("ever", {});
    expect(await store.find("short")).toBeUndefined();
    await deleteExpiredProviderRecords(database().db);
    const { rows } = await database().db.execute(
      sql`select id from identity_provider_records where model = 'Kept' order by id`,
    );
    expect(rows).toEqual([{ id: "ever" }, { id: "long" }]);
    expect(await store.find("ever")).toEqual({});
  });

  test("ProviderRecords finds nothing for an id that the database cannot store", async () => {
    for (const id of ["\0", "a\0b", "", "é", "a".repeat(300), "' or true --"]) {
      expect(await records().find(id)).toBeUndefined();
      expect(await records().findByUid(id)).toBeUndefined();
    }
  });

  test("ProviderRecords creates a single signing key under concurrent requests", async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => getSigningKey(database().db)));
    expect(new Set(keys.map(({ n }) => n)).size).toBe(1);
    expect(keys[0]).toMatchObject({ kty: "RSA", d: expect.any(String) });
  });
});
