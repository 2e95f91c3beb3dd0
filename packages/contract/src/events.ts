import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const TOPICS_MESSAGE = "Topics are given as name:id, at most 20, with commas between";
const MOST_TOPICS = 20;
const TOPIC = /^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What can be followed besides one's own news. */
export type TopicName = "item";

export const followEvents = endpoint({
  method: "GET",
  path: "/api/events",
  summary: "News as server-sent events; resumes after Last-Event-ID",
  access: "public",
  isStream: true,
  query: z.object({
    topics: z
      .string()
      .max(1000)
      .transform((text) => [...new Set(text.split(",").filter(Boolean))])
      .refine((topics) => topics.length <= MOST_TOPICS && topics.every((topic) => TOPIC.test(topic)), TOPICS_MESSAGE)
      .default([])
      .describe("Such as item:0190…,item:0191…"),
    lastEventId: z.string().max(50).optional().describe("For clients that cannot send the Last-Event-ID header"),
  }),
  response: z.object({}).loose().describe("The data of one event"),
  errors: ["validation_failed", "unauthenticated", "not_found", "too_many_requests"],
});
