/**
 * A page that opens offline, and its files of the build. A notice only says that there is no connection: it replaces
 * other pages, so it is never shown for a server that is merely slow.
 */
export type CachedPage = { page: string; isNotice: boolean; files: readonly string[] }

/** The build's version, which changes with any of its files, and the cached page of each scope. */
export type Build = { version: string; pages: Readonly<Record<string, CachedPage>> }

type Deps = {
  origin: string
  scope: string
  build: Build
  caches: CacheStorage
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>
  now: () => number
}

const cachePrefix = (scope: string) => `aftercare ${scope} `

/** A page that takes longer counts as unreachable. */
const TIMEOUT_MS = 6_000

const CLOCK_KEY = '/clock-offset'
/** The programme's details as the page last knew them: the cached page may have older ones. */
const PROGRAM_KEY = '/program'

/** In the cache of an older build: since when it is one. */
const REPLACED_KEY = '/replaced-at'
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

const ASSETS = '/assets/'

/** Data: never handled by the worker. */
export const API = '/api/'

/** A proxy without a server behind it counts as no connection. */
const isUnreachable = ({ status }: Response) => status >= 502 && status <= 504

/**
 * Caches one page for offline use: its HTML shell and its code, and no data. The shell is network first; files with
 * hashed names cannot be out of date. A registration caches the page of its own scope, so one script serves several.
 */
export function createOfflineCache({ origin, scope, build, caches, fetch, now }: Deps) {
  const name = cachePrefix(scope) + build.version
  const cached = build.pages[scope]
  const files = new Set(cached?.files)

  let installing: Promise<void> | undefined
  const install = () => {
    installing ??= fill().finally(() => {
      installing = undefined
    })
    return installing
  }

  async function fill(): Promise<void> {
    if (!cached) return
    const shell = await fetch(cached.page, { cache: 'reload' })
    if (!shell.ok) throw new Error(`GET ${cached.page} returned ${shell.status}`)
    if (shell.headers.get('cache-control') === 'no-store') throw new Error(`${cached.page} is personal`)
    // During a deployment this page may already belong to the next build.
    const unknown = assetsOf(await shell.clone().text()).find((file) => !files.has(file))
    if (unknown) throw new Error(`${unknown} is not a file of this build`)
    const cache = await caches.open(name)
    await cache.addAll([...files])
    await cache.put(cached.page, shell)
  }

  const olderBuilds = async () =>
    (await caches.keys()).filter((other) => other.startsWith(cachePrefix(scope)) && other !== name)

  /** A page of an older build may be open and still need its files; a notice has loaded all of its own. */
  async function activate(): Promise<void> {
    for (const other of await olderBuilds()) {
      const cache = await caches.open(other)
      const replacedAt = await cache.match(REPLACED_KEY)
      if (cached?.isNotice || (replacedAt && now() - Number(await replacedAt.text()) > RETENTION_MS))
        await caches.delete(other)
      else if (!replacedAt) await cache.put(REPLACED_KEY, new Response(String(now())))
    }
  }

  async function openOlderFile(request: Request, path: string): Promise<Response> {
    for (const other of await olderBuilds()) {
      const file = await (await caches.open(other)).match(path)
      if (file) return file
    }
    return fetch(request)
  }

  async function cachedShell(): Promise<Response | undefined> {
    const cache = await caches.open(name)
    const shell = cached && (await cache.match(cached.page))
    if (!shell) return undefined
    const clock = await cache.match(CLOCK_KEY)
    const clockOffsetMs = clock ? Number(await clock.text()) : 0
    const headers = new Headers(shell.headers)
    for (const header of ['content-encoding', 'content-length', 'etag']) headers.delete(header)
    const program = await (await cache.match(PROGRAM_KEY))?.text()
    const html = asOfflinePage(await shell.text(), new Date(now() + clockOffsetMs), program)
    return new Response(html, { headers })
  }

  async function openPage(request: Request, preload?: Promise<Response | undefined>): Promise<Response> {
    try {
      const pending = preload ? preload.then((response) => response ?? fetch(request)) : fetch(request)
      const response = await (cached?.isNotice ? pending : Promise.race([pending, timeout()]))
      return isUnreachable(response) ? ((await cachedShell()) ?? response) : response
    } catch (error) {
      const shell = await cachedShell()
      if (shell) return shell
      throw error
    }
  }

  async function openFile(request: Request, path: string): Promise<Response> {
    const fromCache = async () => (await caches.open(name)).match(path)
    // A hashed name never changes its contents; any other file may have changed. Where only a notice is cached, pages
    // load as if there were no worker.
    if (path.startsWith(ASSETS) && !cached?.isNotice) return (await fromCache()) ?? fetch(request)
    try {
      return await fetch(request)
    } catch (error) {
      const file = await fromCache()
      if (file) return file
      throw error
    }
  }

  return {
    install,
    activate,
    isNotice: cached?.isNotice ?? false,
    /**
     * The offset of the page's clock from this device's, so that a cached page knows the programme's time, and the
     * programme's details, escaped for an attribute. The server puts the name into a notice, so that is fetched again
     * when they change. After a sign-out the worker is unregistered and its cache deleted; a user who returns at once
     * may still get the same worker, which then fetches its files again.
     */
    async storeFacts(clockOffsetMs: number, program: string | null): Promise<void> {
      const cache = await caches.open(name)
      const isMissing = cached && !(await cache.match(cached.page))
      const known = await (await cache.match(PROGRAM_KEY))?.text()
      const isOutdated = cached?.isNotice && program !== null && program !== known
      const isUpToDate =
        !(isMissing || isOutdated) ||
        (await install().then(
          () => true,
          () => false,
        ))
      await cache.put(CLOCK_KEY, new Response(String(clockOffsetMs)))
      // Offline a notice stays outdated until the next message.
      if (program !== null && (isUpToDate || !cached?.isNotice))
        await cache.put(PROGRAM_KEY, new Response(program))
    },
    /**
     * Null for requests that the worker does not handle: the browser sends them itself. `preload` is the navigation
     * preload response.
     */
    handle(request: Request, preload?: Promise<Response | undefined>): Promise<Response> | null {
      const url = new URL(request.url)
      if (request.method !== 'GET' || url.pathname.startsWith(API)) return null
      if (request.mode === 'navigate') return openPage(request, preload)
      if (url.origin !== origin) return null
      if (files.has(url.pathname)) return openFile(request, url.pathname)
      const mayBeOlder = cached && !cached.isNotice && url.pathname.startsWith(ASSETS)
      return mayBeOlder ? openOlderFile(request, url.pathname) : null
    },
  }
}

/** No abort signal: a navigation request takes none. */
const timeout = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The server is too slow')), TIMEOUT_MS))

/** The build's files that a page refers to. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
}

const PROGRAM_META = /(<meta name="program" content=")[^"]*/

/** Marks the page as cached, with the programme's last known details, and sets the time by its last clock offset. */
export function asOfflinePage(html: string, time: Date, program?: string): string {
  const current = program === undefined ? html : html.replace(PROGRAM_META, (_, start) => start + program)
  return current
    .replace(/(&quot;now&quot;:)(?:null|&quot;[^&]*&quot;)/, `$1&quot;${time.toISOString()}&quot;`)
    .replace('</head>', '<meta name="offline-page" content="yes">\n</head>')
}
