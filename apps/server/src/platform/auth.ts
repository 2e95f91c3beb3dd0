import type { Access } from "@nexby/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./errors.ts";

export type SessionCookie = {
  name: string;
  read(request: FastifyRequest): string | undefined;
  /** Null clears the cookie. */
  write(reply: FastifyReply, token: string | null): void;
};

/** Maximum session lifetime; the server may end a session earlier. */
export const SESSION_DAYS = 30;

/** Over HTTPS, the `__Host-` prefix keeps other subdomains from setting the cookie. */
export function sessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? "__Host-nexby_session" : "nexby_session";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
  return {
    name,
    read: (request) => request.cookies[name],
    write: (reply, token) => {
      if (token === null) reply.clearCookie(name, options);
      else reply.setCookie(name, token, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60 });
    },
  };
}

/** The signed-in user, reduced to what permission checks need. */
export type Viewer = { id: string; isAdmin: boolean; isApproved: boolean; sessionId: string };

/** Returns null for a visitor. */
export type Authenticate = (request: FastifyRequest) => Promise<Viewer | null>;

/** Rejects callers without access to the endpoint. Policies decide which records they may see. */
export function assertMayCall(access: Access, viewer: Viewer | null): void {
  if (access === "public") return;
  if (!viewer) throw new AppError("unauthenticated");
  if (access === "admin" && !viewer.isAdmin) throw new AppError("forbidden");
  if (access === "approved" && !viewer.isApproved && !viewer.isAdmin) throw new AppError("account_not_approved");
}
