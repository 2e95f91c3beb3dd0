import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, namedObject } from "../fields.ts";

const draftView = namedObject("Draft", {
  itemId: z.uuid().nullable().describe("The listing being edited. Null for a new one"),
  content: z.record(z.string(), z.unknown()).describe("The saved form fields"),
  updatedAt: z.iso.datetime(),
});
export type DraftView = z.infer<typeof draftView>;

export const listDrafts = endpoint({
  method: "GET",
  path: "/api/owner/drafts",
  summary: "List your listing drafts, newest first",
  access: "signed-in",
  response: z.array(draftView),
  errors: [],
});

export const saveDraft = endpoint({
  method: "PUT",
  path: "/api/owner/drafts",
  summary: "Save a listing draft, replacing its previous version",
  access: "signed-in",
  limits: [{ per: "account", times: 240, seconds: 60 }],
  maxBytes: 64 * 1024,
  body: z.object({
    itemId: z.uuid({ error: "Please choose one of your listings" }).nullable(),
    content: z.record(z.string(), z.unknown(), { error: "Please send the form fields" }),
  }),
  response: draftView,
  errors: ["validation_failed", "not_found", "payload_too_large"],
});

export const deleteDraft = endpoint({
  method: "POST",
  path: "/api/owner/drafts/discard",
  summary: "Delete a listing draft",
  access: "signed-in",
  body: z.object({ itemId: z.uuid({ error: "Please choose one of your listings" }).nullable() }),
  response: done,
  errors: ["validation_failed"],
});
