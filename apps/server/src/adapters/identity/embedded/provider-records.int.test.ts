import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { getSigningKey } from "./provider-configuration.ts";
import { ProviderRecords, sweepProviderRecords } from "./provider-records.ts";

const database = useTestDatabase();
const records = (model = "Session") => new ProviderRecords(database().db, model);

describe("what the demo's identity provider remembers", () => {
  test("is found by its id and by its uid, each kind for itself, and can be changed and taken away", async () => {
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

  test("tells when it was used up, and goes with its grant", async () => {
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

  test("ends in time, and is swept then; what has no end stays", async () => {
    const kept = records("Kept");
    await kept.upsert("short", {}, -1);
    await kept.upsert("long", {}, 60);
    await kept.upsert("ever", {});
    expect(await kept.find("short")).toBeUndefined();
    await sweepProviderRecords(database().db);
    const { rows } = await database().db.execute(
      sql`select id from identity_provider_records where model = 'Kept' order by id`,
    );
    expect(rows).toEqual([{ id: "ever" }, { id: "long" }]);
    expect(await kept.find("ever")).toEqual({});
  });

  test("has nothing under an id that the database cannot take", async () => {
    for (const id of ["\0", "a\0b", "", "é", "a".repeat(300), "' or true --"]) {
      expect(await records().find(id)).toBeUndefined();
      expect(await records().findByUid(id)).toBeUndefined();
    }
  });

  test("has one signing key, whoever asks first", async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => getSigningKey(database().db)));
    expect(new Set(keys.map(({ n }) => n)).size).toBe(1);
    expect(keys[0]).toMatchObject({ kty: "RSA", d: expect.any(String) });
  });
});
