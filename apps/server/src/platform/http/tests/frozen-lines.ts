import { createHash } from "node:crypto";
import type { OpenApiDocument } from "../openapi.ts";

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** A line with a hash for every endpoint and every shared part of the API document, as `openapi.snapshot.txt` holds them. */
export function frozenLines({ paths, components }: Pick<OpenApiDocument, "paths" | "components">): string[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => `${method.toUpperCase()} ${path} ${hashOf(operation)}`),
  );
  const shared = Object.entries(components).flatMap(([kind, named]) =>
    Object.entries(named).map(([name, one]) => `${kind} ${name} ${hashOf(one)}`),
  );
  return [...operations.sort(), ...shared.sort()];
}
