import { createHmac, timingSafeEqual } from "node:crypto";
import { TOPICS, type Topic } from "@nexby/domain/notifications/delivery";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Db } from "../../platform/db/db.ts";
import { escapeHtml, plainPage } from "../../platform/http/plain-page.ts";
import type { Unsubscribe } from "../../platform/outbox.ts";
import { savePreferences } from "./preferences.ts";

/** What the emails of a topic are about. `all` stands for a mail that lists several topics. */
const SUBJECTS: Record<Topic | "all", string> = {
  booking: "everyday steps of your bookings",
  messaging: "new messages",
  search: "saved searches",
  recommendation: "recommendations",
  marketing: "news and offers",
  weeklyDigest: "your week on Nexby",
  all: "everything except payments and changes to a booking",
};
const SUBJECT_KEYS = [...TOPICS, "all"] as const;

const signatureOf = (secret: string, payload: string) =>
  createHmac("sha256", secret).update(`unsubscribe: ${payload}`).digest("base64url");

/** The link needs no sign-in, because people must be able to unsubscribe from any device. It never expires. */
export const unsubscribeLink =
  (secret: string, siteUrl: string) =>
  ({ userId, topic }: Unsubscribe): string => {
    const payload = `${userId}.${topic}`;
    return `${siteUrl}/unsubscribe?token=${payload}.${signatureOf(secret, payload)}`;
  };

const tokenShape = z.tuple([z.uuid(), z.enum(SUBJECT_KEYS), z.string()]);

/** Null if the link was changed on its way. */
function readToken(secret: string, request: FastifyRequest): { userId: string; topic: Topic | "all" } | null {
  const text = z.object({ token: z.string().max(200) }).safeParse(request.query).data?.token ?? "";
  const parsed = tokenShape.safeParse(text.split("."));
  if (!parsed.success) return null;
  const [userId, topic, given] = parsed.data;
  const expected = Buffer.from(signatureOf(secret, `${userId}.${topic}`));
  const isGenuine = given.length === expected.length && timingSafeEqual(Buffer.from(given), expected);
  return isGenuine ? { userId, topic } : null;
}

const sendPage = (reply: FastifyReply, status: number, title: string, content: string) =>
  reply
    .code(status)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(plainPage(title, content));

const SETTINGS = '<p><a href="/profile?tab=notifications">Choose what we send you</a></p>';

const sendInvalid = (reply: FastifyReply) =>
  sendPage(
    reply,
    404,
    "This link doesn't work",
    `<p>It may have been cut off. Copy the whole link from the email, or sign in to change your preferences.</p>${SETTINGS}`,
  );

/**
 * Mail programs unsubscribe with a single POST (RFC 8058). People who open the link see a button first, because
 * virus scanners and previews open every link in a mail.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, secret }: { db: Db; secret: string }) {
  app.register(async (scope) => {
    // Mail programs post a form, whose content doesn't matter.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4096 }, (_request, _body, done) => done(null));

    scope.get("/unsubscribe", async (request, reply) => {
      const token = readToken(secret, request);
      if (!token) return sendInvalid(reply);
      return sendPage(
        reply,
        200,
        "Unsubscribe?",
        `<p>You won't get emails, texts or push messages about ${escapeHtml(SUBJECTS[token.topic])} anymore. You'll still see them in the app.</p>
<form method="post"><button class="primary">Unsubscribe</button></form>${SETTINGS}`,
      );
    });

    scope.post("/unsubscribe", async (request, reply) => {
      const token = readToken(secret, request);
      if (!token) return sendInvalid(reply);
      await savePreferences(db, token.userId, { [token.topic === "all" ? "email" : token.topic]: false });
      return sendPage(
        reply,
        200,
        "You're unsubscribed",
        `<p>We won't send you anything about ${escapeHtml(SUBJECTS[token.topic])} anymore.</p>${SETTINGS}`,
      );
    });
  });
}
