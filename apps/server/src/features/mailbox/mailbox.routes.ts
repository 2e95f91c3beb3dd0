import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { MailboxPort } from "../../adapters/mailbox/mailbox.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { mailboxPage, messagePage } from "./mailbox-pages.ts";

const SHOWN = 100;

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);

/** Mail and SMS of a demo, for everybody to read: nobody needs an account anywhere to finish a verification. */
export function mailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: MailboxPort }) {
  app.get("/dev/mail", async (_request, reply) => sendPage(reply, mailboxPage(await mailbox.list(SHOWN))));

  app.get("/dev/mail/:messageId", async (request, reply) => {
    const id = z.object({ messageId: z.uuid() }).safeParse(request.params).data?.messageId;
    const message = id ? await mailbox.find(id) : null;
    if (!message) throw new AppError("not_found", "Message not found");
    return sendPage(reply, messagePage(message));
  });
}
