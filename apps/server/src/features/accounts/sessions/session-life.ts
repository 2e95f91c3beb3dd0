import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { SESSION_DAYS } from "../../../platform/auth/session-cookie.ts";
import { sessions } from "./sessions.table.ts";

const IDLE_DAYS = 14;

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Tokens are random enough that a plain hash protects them. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Ends after two weeks without use, and after a month in any case. */
export const isAlive = sql`${sessions.createdAt} > now() - ${SESSION_DAYS} * interval '1 day'
  and ${sessions.lastSeenAt} > now() - ${IDLE_DAYS} * interval '1 day'`;
