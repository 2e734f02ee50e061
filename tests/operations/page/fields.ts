/** Lists the fields of a JSON schema as rows of a table: path, type, meaning. */
import { z } from "zod";

export interface Schema {
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
}

const schemaShape: z.ZodType<Schema> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  anyOf: z.array(z.lazy(() => schemaShape)).optional(),
  items: z.lazy(() => schemaShape).optional(),
  properties: z
    .record(
      z.string(),
      z.lazy(() => schemaShape),
    )
    .optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), z.lazy(() => schemaShape)]).optional(),
});

export function schemaOf(type: z.ZodType, io: "input" | "output"): Schema {
  return schemaShape.parse(z.toJSONSchema(type, { io }));
}

/** Objects that several outputs have, by what they are called. */
export type Shapes = ReadonlyMap<string, string>;

/** What tells one object from another: its fields, whatever they are described as in one place. */
export const keyOf = ({ properties, required }: Schema): string => JSON.stringify([properties, required]);

export interface Row {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Every field, with those of objects and of lists of objects below it, but for objects that are shapes. */
export function rowsOf(schema: Schema, shapes: Shapes, path = ""): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = path === "" ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) === true;
    const inner = field.items ?? field;
    const below = shapes.has(keyOf(inner)) ? [] : rowsOf(inner, shapes, field.items ? `${here}[]` : here);
    return [{ path: here, schema: field, isRequired }, ...below];
  });
}

export function typeOf(schema: Schema, shapes: Shapes): string {
  if (schema.items !== undefined) return `list of ${pluralOf(schema.items, shapes)}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, shapes)).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map((each) => `\`${String(each)}\``).join(", ");
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return shapes.get(keyOf(schema)) ?? (types.map((type) => words[type] ?? type).join(" or ") || "anything");
}

const words: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  null: "null",
};

function pluralOf(schema: Schema, shapes: Shapes): string {
  const one = typeOf(schema, shapes);
  if (schema.type === "string" && schema.enum === undefined) return "texts";
  if (schema.items !== undefined) return one.replace(/^list/, "lists");
  if (one.startsWith("[")) return one.replace("]", one.includes(" ") ? "]" : "s]");
  return one.startsWith("`") ? one : `${one}s`;
}
