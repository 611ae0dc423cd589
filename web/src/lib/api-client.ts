import type { ErrorBody } from '@aftercare/domain/lib/errors'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import type { Api } from '@aftercare/server/api'
import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import { wordError, wordFieldError } from './error-texts'
import { fetchWithPassword } from './password-prompt'

/** The typed client for every route of the server: `request(api.program.$get())`. */
export const api = hc<Api>('/', { fetch: fetchWithPassword }).api

/** An error response of the server, or code `network` when there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldMessages = {},
    /** False when the response had no message, or there was no response: the message is the client's own. */
    readonly hasServerMessage = true,
    /** With `stale-version`: the row as it is stored now. */
    readonly stored?: unknown,
  ) {
    super(message)
  }
}

/** A 4xx: retrying the same request would fail again. */
export const isClientError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * The first field's message, else the response's own; null if it has none, or there was no response. For a server error
 * too: what a form for signing in says itself blames what was entered.
 */
export function getServerMessage(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const [fieldError] = Object.values(error.fields)
  return fieldError ?? (error.hasServerMessage ? error.message : null)
}

/** Null when the row to remove is gone already, removed by somebody else or by a request whose response was lost. */
export async function ignoreNotFound<Data>(removal: Promise<Data>): Promise<Data | null> {
  try {
    return await removal
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null
    throw error
  }
}

type SuccessBody<Res> =
  Res extends ClientResponse<infer Body, infer Status, string>
    ? Status extends SuccessStatusCode
      ? Body
      : never
    : never

/** The body of a successful response. Throws ApiError for an error response and for a network error. */
export async function request<Res extends ClientResponse<unknown, number, string>>(
  pending: Promise<Res>,
): Promise<SuccessBody<Res>> {
  const response = await unwrapNetworkError(pending)
  if (!response.ok) throw notify(await toApiError(response))
  if (response.status === 204) return undefined as SuccessBody<Res>
  return (await response.json()) as SuccessBody<Res>
}

type FileResponse = Pick<Response, 'ok' | 'status' | 'json' | 'blob' | 'headers'>

/** Downloads a file, with its response headers; throws as `request` does. */
export async function requestFile(pending: Promise<FileResponse>): Promise<{ file: Blob; headers: Headers }> {
  const response = await unwrapNetworkError(pending)
  if (!response.ok) throw notify(await toApiError(response))
  return { file: await response.blob(), headers: response.headers }
}

const SWITCH_TIMEOUT_MS = 15_000

/** A switch shows its new position while the request is pending, so a request that hangs must time out. */
export const switchTimeout = () => ({ init: { signal: AbortSignal.timeout(SWITCH_TIMEOUT_MS) } })

const FAILED = 'Something went wrong on our side. Please try again.'
const NETWORK_ERROR_MESSAGE = "We couldn't reach the server. Check your connection and try again."

async function unwrapNetworkError<Res>(pending: Promise<Res>): Promise<Res> {
  try {
    return await pending
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    const message = wordError({ code: 'network' }, NETWORK_ERROR_MESSAGE)
    throw new ApiError(0, 'network', message, {}, false)
  }
}

async function toApiError(response: { status: number; json(): Promise<unknown> }): Promise<ApiError> {
  const body = await response.json().catch(() => null)
  const error = parseErrorBody(body)
  const { code = 'failed', params, message = FAILED, fields = {}, field_codes: codes, stored } = error
  return new ApiError(
    response.status,
    code,
    wordError({ code, params }, message),
    Object.fromEntries(
      Object.entries(fields).map(([name, english]) => [name, wordFieldError(codes?.[name], english)]),
    ),
    error.message !== undefined,
    stored,
  )
}

type ApiErrorListener = (error: ApiError) => void
const errorListeners = new Set<ApiErrorListener>()

/** Called for every error response, so that the end of a session is detected whichever request meets it first. */
export function onApiError(listener: ApiErrorListener): () => void {
  errorListeners.add(listener)
  return () => errorListeners.delete(listener)
}

function notify(error: ApiError): ApiError {
  for (const listener of errorListeners) listener(error)
  return error
}

/** Nothing is certain to be there: a proxy may have responded, or a server of another version. */
type ReceivedError = Partial<Omit<ErrorBody['error'], 'code'>> & { code?: string }

function parseErrorBody(body: unknown): ReceivedError {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  const { error } = body
  return typeof error === 'object' && error !== null ? (error as ReceivedError) : {}
}
