import fc from 'fast-check'
import { edgeCase, oddText } from './edge-cases'
import { fromSchema, type Known, type Schema } from './from-schema'

export type Operation = {
  parameters?: { in: string; name: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Operation>> }

/** A request as sent over the wire. */
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** Bodies of endpoints that accept one of two shapes, which the document does not describe. */
export type Bodies = Record<string, fc.Arbitrary<unknown>>

/** Any request that the document describes, as is or mutated; admin endpoints with a weight of `staffShare` to 4. */
export function anyRequest(
  document: Document,
  known: Known,
  bodies: Bodies,
  staffShare: number,
): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      weight: path.startsWith('/api/admin/') ? staffShare : 4,
      arbitrary: requestFor(method, path, operation, known, bodies),
    })),
  )
  return fc.oneof(...operations)
}

function requestFor(
  method: string,
  path: string,
  operation: Operation,
  known: Known,
  bodies: Bodies,
): fc.Arbitrary<FuzzRequest> {
  const ownBody = bodies[`${method} ${path}`]
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const described = ownBody ?? (schema ? fromSchema(schema, known) : undefined)
  return fc.record({
    method: fc.constant(method.toUpperCase()),
    path: urlOf(path, operation, known),
    headers: headersOf(described !== undefined),
    body: described ? bodyText(described) : fc.constant(undefined),
  })
}

function urlOf(path: string, { parameters = [] }: Operation, known: Known): fc.Arbitrary<string> {
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known.ids) },
    { weight: 1, arbitrary: oddText.filter((text) => text !== '') },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 32 }).map(String) },
  )
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const values = fc.tuple(
    ...inPath.map(({ schema }) => (schema?.enum ? fc.constantFrom(...schema.enum) : segment)),
  )
  const query = fc.record(
    Object.fromEntries(
      inQuery.map(({ name, schema }) => [
        name,
        fc.oneof(
          { weight: 3, arbitrary: fromSchema(schema ?? {}, known, name) },
          { weight: 1, arbitrary: oddText },
        ),
      ]),
    ),
    { requiredKeys: [] },
  )
  return fc.tuple(values, query).map(([pathValues, queryValues]) => {
    const remaining = pathValues.map(String)
    const filled = path.replace(/\{[^}]+\}/g, () => encode(remaining.shift() ?? 'none'))
    const search = Object.entries(queryValues).map(([name, value]) => `${name}=${encode(String(value))}`)
    return search.length > 0 ? `${filled}?${search.join('&')}` : filled
  })
}

/** Like `encodeURIComponent`, which throws on lone surrogates. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).slice(0, 4_000)

function headersOf(hasBody: boolean): fc.Arbitrary<Record<string, string>> {
  const contentType = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/xml',
        'json',
      ),
    },
  )
  const headerText = fc.string({ minLength: 1, maxLength: 120 }).filter((text) => text.trim() === text)
  return fc
    .record(
      {
        'content-type': contentType,
        'idempotency-key': fc.oneof(fc.constantFrom('k1', 'k2', 'k3'), headerText),
        'last-event-id': headerText,
      },
      { requiredKeys: ['content-type'] },
    )
    .map((headers) => {
      const sent: Record<string, string> = { ...headers }
      if (!hasBody) delete sent['content-type']
      return sent
    })
}

type Mutation = (text: string, value: unknown) => string

/** The body as described, or with one mutation. */
function bodyText(described: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const oneField = fc.tuple(fc.nat(), edgeCase).map(
    ([at, odd]): Mutation =>
      (_, value) => {
        return write(replaceAt(value, at, odd))
      },
  )
  const extraField = fc.tuple(oddText, edgeCase).map(
    ([name, odd]): Mutation =>
      (_, value) => {
        return write(isRecord(value) ? { ...value, [name]: odd } : odd)
      },
  )
  const whole = edgeCase.map(
    (odd): Mutation =>
      () =>
        write(odd),
  )
  const text: fc.Arbitrary<Mutation> = fc.constantFrom<Mutation>(
    (json) => json.slice(0, Math.floor(json.length / 2)),
    // A duplicate key with another value.
    (json) => json.replace(/^\{"(\w+)":/, '{"$1":["twice"],"$1":'),
    (json) => json.replace(/\}$/, ',"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
    (json) => `${json}${json}`,
    () => '',
    () => '[',
    () => '{"a":'.repeat(3_000) + '}'.repeat(3_000),
    (json) => `\ufeff${json}`,
    (json) => json.replaceAll('"', '\\"'),
  )
  const asItIs = fc.constant<Mutation>((json) => json)
  const mutation = fc.oneof(
    { weight: 6, arbitrary: asItIs },
    { weight: 6, arbitrary: oneField },
    { weight: 2, arbitrary: extraField },
    { weight: 1, arbitrary: whole },
    { weight: 2, arbitrary: text },
  )
  return fc.tuple(described, mutation).map(([value, mutate]) => mutate(write(value), value))
}

/** Lone surrogates become escapes, as a hand-written client may send them. */
const write = (value: unknown): string => JSON.stringify(value) ?? 'null'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function replaceAt(value: unknown, at: number, odd: unknown): unknown {
  if (!isRecord(value)) return odd
  const names = Object.keys(value)
  const name = names[at % Math.max(1, names.length)]
  return name === undefined ? odd : { ...value, [name]: odd }
}
