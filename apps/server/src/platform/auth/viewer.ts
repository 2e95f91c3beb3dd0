import type { Access } from "@nexby/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";

/** Who is asking, as far as permissions go. */
export type Viewer = { id: string; isAdmin: boolean; isApproved: boolean; sessionId: string };

/** Null for a visitor. */
export type Authenticate = (request: FastifyRequest) => Promise<Viewer | null>;

/** Refuses who may not call at all; what they may see of a record is the policies' matter. */
export function assertMayCall(access: Access, viewer: Viewer | null): void {
  if (access === "public") return;
  if (!viewer) throw new AppError("unauthenticated");
  if (access === "admin" && !viewer.isAdmin) throw new AppError("forbidden");
  if (access === "approved" && !viewer.isApproved && !viewer.isAdmin) throw new AppError("account_not_approved");
}
