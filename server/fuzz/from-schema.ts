import fc from 'fast-check'

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  nullable?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Meaningful values, by field name. `ids` are of existing rows. */
export type Known = { ids: string[]; byName: Record<string, unknown[]> }

/** Values that match the schema: most of them are accepted. */
export function fromSchema(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const plain = fromType(schema, known, name)
  return schema.nullable ? fc.option(plain, { freq: 6 }) : plain
}

function fromType(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, known, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const values = known.byName[name]
  if (values) return fc.constantFrom(...values)
  switch (schema.type) {
    case 'string':
      return textOf(schema, known)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1000, 2 ** 31) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 6),
      })
    case 'object':
      return objectOf(schema, known)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf({ format, minLength = 0, maxLength = 30 }: Schema, known: Known): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.uuid())
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) })
}

function objectOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, fromSchema(inner, known, name)] as const,
  )
  if (fields.length === 0 && typeof schema.additionalProperties === 'object') {
    const key = fc.integer({ min: 1, max: 31 }).map(String)
    return fc.dictionary(key, fromSchema(schema.additionalProperties, known), { maxKeys: 6 })
  }
  return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
}
