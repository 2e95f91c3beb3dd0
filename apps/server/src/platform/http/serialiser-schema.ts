import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const isNull = (schema: JsonSchema) => schema.type === "null";

/** "X or null" as `nullable`: the serialiser would otherwise try the alternatives at run time, for every value. */
function preferNullable(schema: JsonSchema): void {
  const [inner, ...others] = (schema.anyOf ?? []).filter((option) => !isNull(option));
  if (!schema.anyOf?.some(isNull) || !inner || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, inner, { nullable: true });
}

/** What the framework's serialiser is built from. It writes the named fields and nothing else. */
export function serialiserSchema(response: z.ZodType): JsonSchema {
  return z.toJSONSchema(response, {
    target: "draft-7",
    override: ({ jsonSchema }) => preferNullable(jsonSchema),
  });
}
