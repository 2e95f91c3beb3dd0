import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call: everybody, an account, an approved account, an administrator. */
type Access = "public" | "signed-in" | "approved" | "admin";

/** The single source of a call: the server mounts it, the web types itself by it, OpenAPI and the access matrix list it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  errors: readonly ErrorCode[];
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** What an endpoint answers, as the client sees it. */
export type ResponseOf<E extends Endpoint> = z.infer<E["response"]>;
