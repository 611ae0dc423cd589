import type { FieldErrors } from '@aftercare/domain/lib/field-rules'
import type { Api } from '@aftercare/server/api'
import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'

/** Every route of the server, typed: `api.program.$get()`. Hand the answer to `request`. */
export const api = hc<Api>('/').api

/** A refusal of the server in its own words, or `network` when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldErrors = {},
    /** False when no answer came, or one without words of its own, and these are ours. */
    readonly hasServerMessage = true,
    /** What stands at the server instead of a change that it refused. */
    readonly stored?: unknown,
  ) {
    super(message)
  }
}

/** The server heard the request and says no: sending the same again changes nothing. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Removing what is already gone, by somebody else or by a request whose answer was lost, has done its work: null. */
export async function ignoreNotFound<Answer>(removal: Promise<Answer>): Promise<Answer | null> {
  try {
    return await removal
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null
    throw error
  }
}

type SuccessBody<Answer> =
  Answer extends ClientResponse<infer Body, infer Status, string>
    ? Status extends SuccessStatusCode
      ? Body
      : never
    : never

/** The data of an answer; throws ApiError for every refusal and for a network that gave none. */
export async function request<Answer extends ClientResponse<unknown, number, string>>(
  answer: Promise<Answer>,
): Promise<SuccessBody<Answer>> {
  const response = await unwrapNetworkError(answer)
  if (!response.ok) throw tell(await refusalOf(response))
  if (response.status === 204) return undefined as SuccessBody<Answer>
  return (await response.json()) as SuccessBody<Answer>
}

type FileAnswer = Pick<Response, 'ok' | 'status' | 'json' | 'blob' | 'headers'>

/** A file that the server writes, with the headers that tell of it; throws as `request` does. */
export async function requestFile(answer: Promise<FileAnswer>): Promise<{ file: Blob; headers: Headers }> {
  const response = await unwrapNetworkError(answer)
  if (!response.ok) throw tell(await refusalOf(response))
  return { file: await response.blob(), headers: response.headers }
}

const SWITCH_TIMEOUT_MS = 15_000

/** For a switch, which shows the new position while it waits: a request that hangs must not leave it there. */
export const switchTimeout = () => ({ init: { signal: AbortSignal.timeout(SWITCH_TIMEOUT_MS) } })

const UNREACHED = "We couldn't reach the server. Check your connection and try again."

async function unwrapNetworkError<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'network', UNREACHED, {}, false)
  }
}

async function refusalOf(response: { status: number; json(): Promise<unknown> }): Promise<ApiError> {
  const body = await response.json().catch(() => null)
  const refusal = readRefusal(body)
  return new ApiError(
    response.status,
    refusal.code ?? 'failed',
    refusal.message ?? 'Something went wrong on our side. Please try again.',
    refusal.fields,
    refusal.message !== undefined,
    refusal.stored,
  )
}

type RefusalListener = (refusal: ApiError) => void
const refusalListeners = new Set<RefusalListener>()

/** Hears of every refusal, so that a session that has ended is noticed wherever it shows first. */
export function onApiError(listener: RefusalListener): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

function tell(refusal: ApiError): ApiError {
  for (const listener of refusalListeners) listener(refusal)
  return refusal
}

type Refusal = { code?: string; message?: string; fields?: FieldErrors; stored?: unknown }

function readRefusal(body: unknown): Refusal {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  const { error } = body
  return typeof error === 'object' && error !== null ? (error as Refusal) : {}
}
