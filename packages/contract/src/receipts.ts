import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getReceipt = endpoint({
  method: "GET",
  path: "/api/payments/:paymentId/receipt",
  summary: "The receipt of a payment one has made, as a PDF",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 60 * 60 }],
  params: z.object({ paymentId: z.uuid() }),
  mediaType: "application/pdf",
  response: z.file(),
  errors: ["not_found", "service_unavailable"],
});
