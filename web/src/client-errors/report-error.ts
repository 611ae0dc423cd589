import { framesOf, redactErrorText } from '@aftercare/domain/client-errors/redact'

/** What failed: code, a promise that nobody awaits, loading code, rendering. */
type Kind = 'error' | 'rejection' | 'load' | 'render'

/** One that goes on and on must not fill the log. */
const MAX_REPORTS = 10
const MAX_STACK = 4_000

/** Not ours: an extension's, another site's script, and a notice that browsers word as an error. */
const IGNORED = /-extension:\/\/|^Script error\.?$|^ResizeObserver loop/

const reported = new Set<string>()
let findRoute = (): string | null => null

/** A response's message is for the user, and may name a child. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : `thrown: ${typeof error}`
  const { name, message, code } = error as Error & { code?: unknown }
  return name === 'ApiError' ? `ApiError ${String(code)}` : `${name}: ${message}`
}

/** Sends an error to the server's log, once per page load and message. Nobody waits for it, and a failure has no effect. */
export function reportError(kind: Kind, error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const message = redactErrorText(messageOf(error))
  if (IGNORED.test(stack) || IGNORED.test(message)) return
  if (reported.has(message) || reported.size >= MAX_REPORTS) return
  reported.add(message)
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null
  const report = {
    message,
    stack: framesOf(stack).join('\n').slice(0, MAX_STACK),
    route: findRoute(),
    build,
    kind,
  }
  // Not through the API client, which signs out and shows toasts.
  fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined)
}

/** From now on uncaught errors are reported. `route` is the declared route of the page that is shown. */
export function startErrorReports(route: () => string | null): () => void {
  findRoute = route
  const onError = ({ error, message }: ErrorEvent) => reportError('error', error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportError('rejection', reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
    reported.clear()
  }
}
