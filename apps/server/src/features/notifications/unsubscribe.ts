import { createHmac, timingSafeEqual } from "node:crypto";
import { CHANNELS, type Channel, TOPICS } from "@nexby/domain/notifications/channels";
import { CHOICE_KINDS, type ChoiceKind, isAlways, isOffered, kindsOf } from "@nexby/domain/notifications/choices";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Db } from "../../platform/db/db.ts";
import { escapeHtml, plainPage } from "../../platform/http/plain-page.ts";
import type { Unsubscribe } from "../../platform/outbox.ts";
import { saveChoice } from "./preferences.ts";

/** The messages that a link stops, on its own channel. */
const SUBJECTS: Record<ChoiceKind, string> = {
  urgent: "payments and changes to a booking",
  requests: "requests and their answers",
  times: "pickup and return times",
  reminders: "pickups, returns and inspections that come up",
  rentals: "handoffs and returns",
  reviews: "reviews",
  messages: "new messages",
  searches: "your saved searches",
  digest: "several updates at once",
  weekly: "your week on Nexby",
  recommendations: "recommendations",
  news: "news and offers",
};

const CHANNEL_NAMES: Record<Channel, string> = { email: "emails", sms: "texts", push: "push messages" };

const signatureOf = (secret: string, payload: string) =>
  createHmac("sha256", secret).update(`unsubscribe: ${payload}`).digest("base64url");

/** The link needs no sign-in, because users must be able to unsubscribe from any device. It never expires. */
export const unsubscribeLink =
  (secret: string, siteUrl: string) =>
  ({ userId, topic }: Unsubscribe): string => {
    const payload = `${userId}.${topic}.email`;
    return `${siteUrl}/unsubscribe?token=${payload}.${signatureOf(secret, payload)}`;
  };

/** Links in older mail name a topic, or all of them, and no channel. */
const OLD_SUBJECTS = [...TOPICS, "all"] as const;
type OldSubject = (typeof OLD_SUBJECTS)[number];
const isKind = (subject: ChoiceKind | OldSubject): subject is ChoiceKind =>
  CHOICE_KINDS.some((kind) => kind === subject);

function kindsOfSubject(subject: ChoiceKind | OldSubject): readonly ChoiceKind[] {
  if (isKind(subject)) return [subject];
  return subject === "all" ? ["digest"] : kindsOf(subject);
}

const SUBJECT = z.enum([...CHOICE_KINDS, ...OLD_SUBJECTS]);
const tokenShape = z.union([
  z.tuple([z.uuid(), SUBJECT, z.enum(CHANNELS), z.string()]),
  z.tuple([z.uuid(), z.enum(OLD_SUBJECTS), z.string()]),
]);

type Stop = { userId: string; kinds: readonly ChoiceKind[]; channel: Channel };

/** Null if the link was changed on its way. */
function readToken(secret: string, request: FastifyRequest): Stop | null {
  const text = z.object({ token: z.string().max(200) }).safeParse(request.query).data?.token ?? "";
  const parsed = tokenShape.safeParse(text.split("."));
  if (!parsed.success) return null;
  const [userId, subject, ...rest] = parsed.data;
  const given = Buffer.from(rest.at(-1) ?? "");
  const expected = Buffer.from(signatureOf(secret, text.slice(0, text.lastIndexOf("."))));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const channel = rest.length === 2 ? (rest[0] as Channel) : "email";
  const kinds = kindsOfSubject(subject).filter((kind) => isOffered(kind, channel) && !isAlways(kind, channel));
  return kinds.length === 0 ? null : { userId, kinds, channel };
}

/** "emails about reviews" */
const stopped = ({ kinds, channel }: Stop) =>
  escapeHtml(`${CHANNEL_NAMES[channel]} about ${kinds.map((kind) => SUBJECTS[kind]).join(", ")}`);

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
 * Mail programs unsubscribe with a single POST (RFC 8058). Users who open the link see a button first, because
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
        `<p>Stop ${stopped(token)}? Nothing else changes, and you'll still see updates in the app.</p>
<form method="post"><p><button class="primary">Unsubscribe</button></p></form>${SETTINGS}`,
      );
    });

    scope.post("/unsubscribe", async (request, reply) => {
      const token = readToken(secret, request);
      if (!token) return sendInvalid(reply);
      await db.transaction(async (tx) => {
        for (const kind of token.kinds) {
          await saveChoice(tx, token.userId, { kind, channel: token.channel, isOn: false });
        }
      });
      return sendPage(
        reply,
        200,
        "You're unsubscribed",
        `<p>We won't send you ${stopped(token)} anymore. Everything else stays as it is.</p>${SETTINGS}`,
      );
    });
  });
}
