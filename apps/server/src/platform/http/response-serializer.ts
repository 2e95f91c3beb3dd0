import fastJsonStringify, { type Schema } from "fast-json-stringify";
import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Serialize = (answer: unknown) => string;

const isNull = (schema: JsonSchema) => schema.type === "null";

/** "X or null" as `nullable`: the serializer would otherwise try the alternatives at run time, for every value. */
function preferNullable(schema: JsonSchema): void {
  const [inner, ...others] = (schema.anyOf ?? []).filter((option) => !isNull(option));
  if (!schema.anyOf?.some(isNull) || !inner || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, inner, { nullable: true });
}

function compile(response: z.ZodType): Serialize {
  const schema = z.toJSONSchema(response, {
    target: "draft-7",
    override: ({ jsonSchema }) => preferNullable(jsonSchema),
  });
  return fastJsonStringify(schema as Schema);
}

const compiled = new WeakMap<z.ZodType, Serialize>();

/** Writes the fields the schema names and nothing else. Many endpoints share a schema; each is compiled once. */
export function responseSerializer(response: z.ZodType): Serialize {
  const serialize = compiled.get(response) ?? compile(response);
  compiled.set(response, serialize);
  return serialize;
}
