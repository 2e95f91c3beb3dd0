import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { selectIdentities } from "../identities.repository.ts";

export const listIdentities = (db: Db, viewer: Viewer) => selectIdentities(db, viewer.id);
