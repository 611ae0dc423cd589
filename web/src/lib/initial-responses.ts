/**
 * API responses that the server put into the page, by URL, so that the first render waits for no request. Each stands
 * in for one request; further ones go to the server. Null in a page without them.
 */
let responses: Map<string, unknown> | null | undefined

function readPage(): Map<string, unknown> | null {
  const text = document.getElementById('initial-responses')?.textContent
  return text ? new Map(Object.entries(JSON.parse(text))) : null
}

const get = () => {
  if (responses === undefined) responses = readPage()
  return responses
}

/** Before rendering on the server, which has no page to read them from. */
export function setInitialResponses(next: Readonly<Record<string, unknown>>): void {
  responses = new Map(Object.entries(next))
}

export function ignoreInitialResponses(): void {
  responses = null
}

export const hasInitialResponses = (): boolean => get() !== null

export const peekInitialResponse = (url: string): unknown => get()?.get(url)

/**
 * Replaces `fetch` in the API client. Resolves at once, without a network stream. Null, as of a visitor's session, is
 * requested: somebody may have signed in meanwhile, in another tab.
 */
export function fetchOrInitial(input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const body = typeof input === 'string' && options?.method === 'GET' ? get()?.get(input) : null
  if (body == null) return fetch(input, options)
  get()?.delete(input as string)
  return Promise.resolve({ ok: true, status: 200, json: async () => body } as Response)
}
