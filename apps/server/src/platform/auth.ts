import type { Access } from "@nexby/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./errors.ts";

export type SessionCookie = {
  read(request: FastifyRequest): string | undefined;
  /** Null takes it away. */
  write(reply: FastifyReply, token: string | null): void;
};

/** As long as a session can live at most; the server decides earlier. */
export const SESSION_DAYS = 30;

/** Over https the `__Host-` name keeps other subdomains from setting it. */
export function sessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? "__Host-nexby_session" : "nexby_session";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
  return {
    read: (request) => request.cookies[name],
    write: (reply, token) => {
      if (token === null) reply.clearCookie(name, options);
      else reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 });
    },
  };
}

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
