import type { FastifyReply, FastifyRequest } from "fastify";

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
