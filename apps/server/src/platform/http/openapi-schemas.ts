import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Side = "input" | "output";
type Override = NonNullable<z.core.ToJSONSchemaParams["override"]>;

/** The document's named schemas, each described once. */
export type SchemaNames = {
  schemas: Record<string, JsonSchema>;
  /** Describes a type; the named types inside it become references. */
  schemaOf(type: z.ZodType, side: Side): JsonSchema;
  /** Gives an object a name if it has none. */
  named(name: string, schema: JsonSchema): JsonSchema;
  resolve(schema: JsonSchema): JsonSchema;
};

const COMPONENTS = "#/components/schemas/";

const replaceWith = (schema: JsonSchema, other: JsonSchema): void => {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, other);
};

/** The type a value has when it arrives, before transforms. */
function arrivingType(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  return def.type === "pipe" ? arrivingType((def as z.core.$ZodPipeDef).in) : def.type;
}

/**
 * Our inputs are tolerant: numbers may come as digits, amounts as numbers, lists as text with commas, and empty form
 * fields may be left out. The document shows the one form that clients should send.
 */
const documentOneForm: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  switch (def.type) {
    case "pipe": {
      const { out } = def as z.core.$ZodPipeDef;
      const isExact = out._zod.def.type === "number" || out._zod.def.type === "array";
      if (isExact) replaceWith(jsonSchema, bare(z.toJSONSchema(out, { override: trim })));
      return;
    }
    case "union": {
      const types = (def as z.core.$ZodUnionDef).options.map(arrivingType);
      const [first] = jsonSchema.anyOf ?? [];
      if (types.join() === "string,number" && first) replaceWith(jsonSchema, first);
      return;
    }
    case "default": {
      const { defaultValue } = def as z.core.$ZodDefaultDef;
      const isNumber = jsonSchema.type === "integer" || jsonSchema.type === "number";
      if (isNumber && typeof defaultValue === "number") jsonSchema.default = defaultValue;
      return;
    }
    case "object": {
      const { shape } = def as z.core.$ZodObjectDef;
      const isRequired = (name: string) => !shape[name] || !z.safeParse(shape[name], undefined).success;
      const required = (jsonSchema.required ?? []).filter(isRequired);
      delete jsonSchema.required;
      if (required.length > 0) jsonSchema.required = required;
    }
  }
};

/** A format says more than its regular expression. */
const FORMATS = new Set<unknown>(["uuid", "email", "date", "date-time"]);

/** Responses may gain fields, so objects stay open. The bounds of JavaScript's numbers say nothing about a field. */
const trim: Override = ({ jsonSchema }) => {
  if (FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
  const keys = (jsonSchema.propertyNames as JsonSchema | undefined)?.enum as string[] | undefined;
  if (keys && jsonSchema.additionalProperties) {
    // A record whose keys are known is an object with these fields.
    const { additionalProperties: value } = jsonSchema;
    jsonSchema.properties = Object.fromEntries(keys.map((key) => [key, value]));
    delete jsonSchema.propertyNames;
    delete jsonSchema.additionalProperties;
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

function bare({ $schema: _, $defs: __, id: ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

export function schemaCollector(): SchemaNames {
  const schemas: Record<string, JsonSchema> = {};

  function add(name: string, schema: JsonSchema): JsonSchema {
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}`);
    schemas[name] = schema;
    return { $ref: COMPONENTS + name };
  }

  return {
    schemas,
    schemaOf(type, side) {
      const override: Override = (context) => {
        if (side === "input") documentOneForm(context);
        trim(context);
      };
      const converted = z.toJSONSchema(type, { io: side, unrepresentable: "any", override });
      const pointed = JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as JsonSchema;
      for (const [name, schema] of Object.entries(pointed.$defs ?? {})) add(name, bare(schema));
      return bare(pointed);
    },
    named: (name, schema) => (schema.type === "object" ? add(name, schema) : schema),
    resolve: (schema) => (schema.$ref ? (schemas[schema.$ref.slice(COMPONENTS.length)] ?? {}) : schema),
  };
}
