import { type ComponentType, memo, type ReactNode, useEffect, useEffectEvent, useReducer } from 'react'
import { toast } from './feedback/toast'

type Views = typeof import('./popup-views')

let views: Views | undefined

/** Fetches what opens over a page. A failed try is not remembered: the next one may find the network back. */
async function loadViews(): Promise<Views> {
  views = await import('./popup-views')
  return views
}

/** Fetches it beforehand, for a page that may lose the network. What fails here fails again, and is told, when needed. */
export function warmPopups(): void {
  loadViews().catch(() => undefined)
}

const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Fetches it beforehand once somebody uses the page: a page that is only looked at stays light, and whoever is about
 * to press a button does not wait, nor need the network then.
 */
export function warmOnFirstSign(): void {
  const warm = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, warm)
    warmPopups()
  }
  for (const sign of signsOfLife) window.addEventListener(sign, warm, { passive: true })
}

/** Draws again once it is fetched. What cannot be fetched is told and counts as closed: the next press tries anew. */
function useFetched(isMissing: boolean, load: () => Promise<unknown>, close: () => void): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const fetchIt = useEffectEvent(load)
  const giveUp = useEffectEvent(() => {
    close()
    toast.error('Error', 'This could not be opened. Please check your connection and try again.')
  })
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    fetchIt().then(
      () => isCurrent && redraw(),
      () => isCurrent && giveUp(),
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing])
}

type Popup = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A dialog or drawer whose looks and behaviour are fetched when it first opens. While it is closed nothing that the
 * page does draws it again: a press on a day had gone through four of them.
 */
export function onFirstUse<Props extends Popup>(pick: (views: Views) => ComponentType<Props>) {
  function OnFirstUse(props: Props) {
    // As it was drawn: it may have come since, and then this must be drawn again all the same.
    useFetched(props.open && !views, loadViews, () => props.onOpenChange(false))
    if (!views) return null
    const View = pick(views)
    return <View {...props} />
  }
  return memo(OnFirstUse, (before, now) => !before.open && !now.open)
}

/**
 * A part of a page that few people open, with contents of its own, fetched when it is drawn. With `lazy` alone a lost
 * network would take the whole page down, and what was typed on it.
 */
export function onFirstPress<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
  waiting: ReactNode = null,
) {
  let View: ComponentType<Props> | undefined
  const loadView = async () => {
    View = await load()
  }
  return function OnFirstPress(props: Props) {
    useFetched(!View, loadView, () => close(props))
    return View ? <View {...props} /> : waiting
  }
}
