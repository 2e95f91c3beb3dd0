import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const ok = z.literal("ok");

export const getHealth = endpoint({
  method: "GET",
  path: "/api/health",
  summary: "Whether the process is alive",
  access: "public",
  response: z.object({ status: ok }),
  errors: [],
});

export const getReadiness = endpoint({
  method: "GET",
  path: "/api/ready",
  summary: "Whether requests can be served; when not, details name what fails",
  access: "public",
  response: z.object({ status: ok, checks: z.object({ database: ok, migrations: ok, worker: ok }) }),
  errors: ["service_unavailable"],
});
