import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, hasNoUserInfo, namedObject } from "../fields.ts";

const SUBSCRIPTION_MESSAGE = "Your browser sent an incomplete subscription. Please try again.";

export const getPushKey = endpoint({
  method: "GET",
  path: "/api/push/key",
  summary: "Get the key with which browsers subscribe to push messages",
  access: "public",
  response: z.object({ publicKey: z.string().describe("VAPID public key, base64url") }),
  errors: [],
});

const deviceView = namedObject("PushDevice", {
  id: z.uuid(),
  device: z.string().describe("Browser and system"),
  createdAt: z.iso.datetime(),
});
export type PushDeviceView = z.infer<typeof deviceView>;

export const listPushDevices = endpoint({
  method: "GET",
  path: "/api/push/devices",
  summary: "List the browsers in which you turned on push messages",
  access: "signed-in",
  response: z.array(deviceView),
  errors: [],
});

const keyText = z
  .string({ error: SUBSCRIPTION_MESSAGE })
  .max(200, SUBSCRIPTION_MESSAGE)
  .regex(/^[\w-]+=*$/, SUBSCRIPTION_MESSAGE);

export const addPushDevice = endpoint({
  method: "POST",
  path: "/api/push/devices",
  summary: "Turn on push messages in this browser",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  status: 201,
  body: z.object({
    endpoint: z
      .url({ protocol: /^https$/, error: SUBSCRIPTION_MESSAGE })
      .max(1000, SUBSCRIPTION_MESSAGE)
      .refine(hasNoUserInfo, SUBSCRIPTION_MESSAGE)
      .describe("As the browser gave it. https only"),
    keys: z.object({ p256dh: keyText, auth: keyText }, { error: SUBSCRIPTION_MESSAGE }),
  }),
  response: deviceView,
  errors: ["validation_failed"],
});

export const removePushDevice = endpoint({
  method: "DELETE",
  path: "/api/push/devices/:pushDeviceId",
  summary: "Turn off push messages in a browser",
  access: "signed-in",
  params: z.object({ pushDeviceId: z.uuid() }),
  response: done,
  errors: ["not_found"],
});
