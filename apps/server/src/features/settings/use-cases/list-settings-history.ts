import type { Db } from "../../../platform/db/db.ts";
import { listActs } from "../../audit/public.ts";
import { SETTINGS } from "../settings-entity.ts";

type Query = { limit: number; cursor?: string | undefined };

export const listSettingsHistory = (db: Db, query: Query) => listActs(db, SETTINGS, query);
