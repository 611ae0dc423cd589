import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react'
import { reportError } from '../client-errors/report-error'
import { textsOf } from '../language/language'
import { reloadOnce } from '../router/full-load'
import { toast } from './feedback/toast'
import { en } from './texts/en'

type Loader<Module> = () => Promise<Module>

/** By loader, so that what was preloaded renders at once. */
const loaded = new WeakMap<Loader<unknown>, unknown>()

export const loadedModule = <Module,>(load: Loader<Module>) => loaded.get(load) as Module | undefined

/** The file cannot be imported into this page any more: it is gone with an older build, or the browser remembers. */
export class ReloadNeededError extends Error {}

/** Once more if the server responds. Where that fails too, the file is gone, or Safari remembers that it could not be loaded. */
async function importAgain<Module>(load: Loader<Module>, error: unknown): Promise<Module> {
  const { ok } = await fetch('/api/health', { cache: 'no-store' })
  if (!ok) throw error
  return load().catch((again: unknown) => {
    reportError('load', again)
    throw new ReloadNeededError()
  })
}

export async function importWithRetry<Module>(load: Loader<Module>): Promise<Module> {
  const module = await load().catch((error: unknown) => importAgain(load, error))
  loaded.set(load, module)
  return module
}

/** The same for what is shown now: where only a reload helps, it reloads the page. */
const importOrReload = <Module,>(load: Loader<Module>): Promise<Module> =>
  importWithRetry(load).catch((error: unknown) => {
    if (error instanceof ReloadNeededError && reloadOnce()) return new Promise<never>(() => undefined)
    throw error
  })

function useImport<Module>(load: Loader<Module>, isNeeded: boolean, onError: (error: unknown) => void) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const module = loadedModule(load)
  const isMissing = isNeeded && !module
  const fail = useEffectEvent(onError)
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    importOrReload(load).then(
      () => isCurrent && render(),
      (error) => isCurrent && fail(error),
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing, load])
  return module
}

const reloadPage = () => window.location.reload()

/** Longer than a page usually takes to unload. */
const LEAVING_MS = 1_500
const RETRY_MS = 30_000

export type ImportError = { needsReload: boolean; isRetrying: boolean; retry: () => void }

/** Called when a page's code starts loading. */
type PageOptions = { prefetch?: () => void }
/** What the user opens: a failure is a toast, and closes it, so that the next click tries again. */
type OverlayOptions<Props> = {
  close: (props: Props) => void
  isOpen?: (props: Props) => boolean
  fallback?: ReactNode
}
/** A part of a page that is loaded after it: the page works without it. */
type PartOptions = { renderError: (error: ImportError) => ReactNode; fallback?: ReactNode }

/**
 * A component whose code is fetched when it is first rendered. With `lazy` alone a failed import unmounts the page, and
 * its input is lost: that is right for whole pages only.
 */
export function lazyWithRetry<Module, Props extends object>(
  load: Loader<Module>,
  pick: (module: Module) => ComponentType<Props>,
  options: PageOptions | OverlayOptions<NoInfer<Props>> | PartOptions = {},
): ComponentType<Props> {
  if ('close' in options) return lazyOverlay(load, pick, options)
  return 'renderError' in options ? lazyPart(load, pick, options) : lazyPage(load, pick, options)
}

/** React calls `then` and goes on without suspending: a page that is loaded already shows no spinner. */
const resolvedNow = <Value,>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: it is a thenable on purpose
  ({ then: (resolve: (value: Value) => void) => resolve(value) }) as Promise<Value>

function lazyPage<Module, Props extends object>(
  load: Loader<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { prefetch }: PageOptions,
) {
  return lazy(() => {
    prefetch?.()
    const module = loadedModule(load)
    if (module) return resolvedNow({ default: pick(module) })
    return importOrReload(load).then(
      (module) => ({ default: pick(module) }),
      // Firefox aborts pending requests on navigation: the page that is being left must not flash an error.
      (error: unknown) => new Promise<never>((_, reject) => setTimeout(() => reject(error), LEAVING_MS)),
    )
  })
}

function lazyOverlay<Module, Props extends object>(
  load: Loader<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { close, isOpen = () => true, fallback = null }: OverlayOptions<Props>,
) {
  function LazyOverlay(props: Props) {
    const module = useImport(load, isOpen(props), (error) => {
      close(props)
      const t = textsOf(en)
      if (error instanceof ReloadNeededError)
        toast.error(t.error, t.notOpened.reload, { label: t.reload, run: reloadPage })
      else toast.error(t.error, t.notOpened.connection)
    })
    if (!module) return fallback
    const View = pick(module)
    return <View {...props} />
  }
  // Not re-rendered with the page while it is closed.
  return memo(
    LazyOverlay,
    (before, now) => !isOpen(before) && !isOpen(now),
  ) as unknown as ComponentType<Props>
}

function lazyPart<Module, Props extends object>(
  load: Loader<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { renderError, fallback = null }: PartOptions,
) {
  return function LazyPart(props: Props) {
    const [status, setStatus] = useState<'loading' | 'failed' | 'retrying'>('loading')
    const [needsReload, setNeedsReload] = useState(false)
    const module = useImport(load, status !== 'failed', (error) => {
      setNeedsReload(error instanceof ReloadNeededError)
      setStatus('failed')
    })
    useEffect(() => {
      if (status !== 'failed') return
      const retry = () => setStatus('retrying')
      const timer = setTimeout(retry, RETRY_MS)
      window.addEventListener('online', retry)
      return () => {
        clearTimeout(timer)
        window.removeEventListener('online', retry)
      }
    }, [status])
    if (module) {
      const View = pick(module)
      return <View {...props} />
    }
    if (status === 'loading') return fallback
    return renderError({
      needsReload,
      isRetrying: status === 'retrying',
      retry: needsReload ? reloadPage : () => setStatus('retrying'),
    })
  }
}
