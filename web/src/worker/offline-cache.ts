/**
 * A page that opens without a connection, and the files of the build that it is made of. A notice only says that there
 * is no connection: it stands in for pages that it cannot be, so it never takes over from a server that is merely slow.
 */
export type CachedPage = { page: string; isNotice: boolean; files: readonly string[] }

/** What the build says of itself: a name that changes with any of its files, and by scope what is kept. */
export type Build = { version: string; pages: Readonly<Record<string, CachedPage>> }

/** What the worker does its work with; the browser's own in the product. */
type Deps = {
  origin: string
  scope: string
  build: Build
  caches: CacheStorage
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>
  now: () => number
}

const prefixOf = (scope: string) => `aftercare ${scope} `

/** A page of the server that does not come in this time counts as no connection. */
const TIMEOUT_MS = 6_000

const CLOCK = '/kept-clock'

/** What people read and write: it goes past the worker, always. */
export const API = '/api/'

/** A proxy that finds no server behind it: as good as no connection. */
const isUnreachable = ({ status }: Response) => status >= 502 && status <= 504

/**
 * Keeps one page of the product for the time without a connection: its shell and its code, and nothing of what
 * anybody reads on it. The server always comes first for the shell; files whose names change with their contents
 * cannot be out of date. A registration keeps the page of its own scope, so one file of code may serve several.
 */
export function createOfflineCache({ origin, scope, build, caches, fetch, now }: Deps) {
  const name = prefixOf(scope) + build.version
  const kept = build.pages[scope]
  const files = new Set(kept?.files)

  let filling: Promise<void> | undefined
  const install = () => {
    filling ??= fill().finally(() => {
      filling = undefined
    })
    return filling
  }

  async function fill(): Promise<void> {
    if (!kept) return
    const shell = await fetch(kept.page, { cache: 'reload' })
    if (!shell.ok) throw new Error(`The page to keep was answered with ${shell.status}`)
    // While the server changes to another build, this page may already be the next one's.
    const strange = assetsOf(await shell.clone().text()).find((file) => !files.has(file))
    if (strange) throw new Error(`${strange} is not a file of this build`)
    const cache = await caches.open(name)
    await cache.addAll([...files])
    await cache.put(kept.page, shell)
  }

  async function activate(): Promise<void> {
    const names = await caches.keys()
    const old = names.filter((other) => other.startsWith(prefixOf(scope)) && other !== name)
    await Promise.all(old.map((other) => caches.delete(other)))
  }

  async function cachedShell(): Promise<Response | undefined> {
    const cache = await caches.open(name)
    const shell = kept && (await cache.match(kept.page))
    if (!shell) return undefined
    const clock = await cache.match(CLOCK)
    const aheadMs = clock ? Number(await clock.text()) : 0
    const headers = new Headers(shell.headers)
    for (const header of ['content-encoding', 'content-length', 'etag']) headers.delete(header)
    return new Response(asOfflinePage(await shell.text(), new Date(now() + aheadMs)), { headers })
  }

  async function openPage(request: Request, ahead?: Promise<Response | undefined>): Promise<Response> {
    try {
      const asked = ahead ? ahead.then((answer) => answer ?? fetch(request)) : fetch(request)
      const answer = await (kept?.isNotice ? asked : Promise.race([asked, tooLate()]))
      return isUnreachable(answer) ? ((await cachedShell()) ?? answer) : answer
    } catch (error) {
      const shell = await cachedShell()
      if (shell) return shell
      throw error
    }
  }

  async function openFile(request: Request, path: string): Promise<Response> {
    const find = async () => (await caches.open(name)).match(path)
    // A name with a hash in it stands for one content for ever; any other file may have changed. Pages that have only a
    // notice kept load as if there were no worker: the browser has their files anyway.
    if (path.startsWith('/assets/') && !kept?.isNotice) return (await find()) ?? fetch(request)
    try {
      return await fetch(request)
    } catch (error) {
      const file = await find()
      if (file) return file
      throw error
    }
  }

  return {
    install,
    activate,
    isNotice: kept?.isNotice ?? false,
    /**
     * The page's clock against this device's, so that a kept page knows the programme's time. Whoever comes back right
     * after signing out meets the worker on its way out, its files gone, and the browser keeps it: it has them fetched
     * again.
     */
    async noteClock(aheadMs: number): Promise<void> {
      const cache = await caches.open(name)
      if (kept && !(await cache.match(kept.page))) await install().catch(() => undefined)
      await cache.put(CLOCK, new Response(String(aheadMs)))
    },
    /**
     * Null for whatever is none of its business: the browser then asks as if there were no worker. A page may have been
     * asked for ahead, while the worker was still starting.
     */
    answer(request: Request, ahead?: Promise<Response | undefined>): Promise<Response> | null {
      const address = new URL(request.url)
      if (request.method !== 'GET' || address.pathname.startsWith(API)) return null
      if (request.mode === 'navigate') return openPage(request, ahead)
      if (address.origin !== origin || !files.has(address.pathname)) return null
      return openFile(request, address.pathname)
    },
  }
}

/** Not the request's own signal: a navigation takes none. */
const tooLate = () =>
  new Promise<never>((_, refuse) => setTimeout(() => refuse(new Error('The server is too slow')), TIMEOUT_MS))

/** The files of the build that a page names. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
}

/** Says in the page that it was kept, and the time by the clock that was known last. */
export function asOfflinePage(html: string, time: Date): string {
  return html
    .replace(/(&quot;now&quot;:)(?:null|&quot;[^&]*&quot;)/, `$1&quot;${time.toISOString()}&quot;`)
    .replace('</head>', '<meta name="kept" content="yes">\n</head>')
}
