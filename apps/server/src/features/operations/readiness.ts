import type * as contract from "@nexby/contract/admin/operations";
import type { ResponseOf } from "@nexby/contract/endpoint";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { isMigrated } from "../../platform/db/migrate.ts";
import { AppError } from "../../platform/errors.ts";

type Deps = { db: Db; worker: { isAlive(): boolean }; hasSpace(): Promise<boolean> };

const succeeds = (work: Promise<boolean>): Promise<boolean> => work.catch(() => false);

/** Fails with the list of failing checks. */
export async function checkReadiness({
  db,
  worker,
  hasSpace,
}: Deps): Promise<ResponseOf<typeof contract.checkReadiness>> {
  const checks = {
    database: await succeeds(db.execute(sql`select 1`).then(() => true)),
    migrations: await succeeds(isMigrated(db)),
    worker: worker.isAlive(),
    disk: await succeeds(hasSpace()),
  };
  const failing = Object.entries(checks).filter(([, isFine]) => !isFine);
  if (failing.length > 0) {
    const details = failing.map(([field]) => ({ field, message: "failing" }));
    throw new AppError("service_unavailable", "Not ready to serve", { details });
  }
  return { status: "ok", checks: { database: "ok", migrations: "ok", worker: "ok", disk: "ok" } };
}
