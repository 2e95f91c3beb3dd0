import type { FastifyReply, FastifyRequest } from "fastify";
import { newToken } from "../sessions/session-life.ts";

export type LoginCookie = {
  read(request: FastifyRequest): string | undefined;
  /** Marks the browser for the time it is away at the identity provider; its mark. */
  mark(request: FastifyRequest, reply: FastifyReply): string;
};

const MINUTES = 10;
const MARK = /^[\w-]{43}$/;

/** By this the browser is known again that left for the identity provider. Scripts and other sites do not get it. */
export function loginCookie(isHttps: boolean): LoginCookie {
  const name = isHttps ? "__Host-nexby_login" : "nexby_login";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: MINUTES * 60 } as const;
  const read = (request: FastifyRequest) => request.cookies[name];
  return {
    read,
    mark: (request, reply) => {
      // The one it has already, if any: the sign-in that another tab began shall still come to its end.
      const known = read(request);
      const mark = known && MARK.test(known) ? known : newToken();
      reply.setCookie(name, mark, options);
      return mark;
    },
  };
}
