import { type ComponentType, useEffect, useEffectEvent, useReducer } from 'react'
import { toast } from './toast'

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

type Popup = { open: boolean; onOpenChange: (open: boolean) => void }

/** A dialog or drawer whose looks and behaviour are fetched when it first opens. */
export function onFirstUse<Props extends Popup>(pick: (views: Views) => ComponentType<Props>) {
  return function OnFirstUse(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const giveUp = useEffectEvent(() => {
      props.onOpenChange(false)
      toast.error('Error', 'This could not be opened. Please check your connection and try again.')
    })
    const { open } = props
    // As it was drawn: it may have come since, and then this must be drawn again all the same.
    const isMissing = !views
    useEffect(() => {
      if (!open || !isMissing) return
      let isCurrent = true
      loadViews().then(
        () => isCurrent && redraw(),
        () => isCurrent && giveUp(),
      )
      return () => {
        isCurrent = false
      }
    }, [open, isMissing])
    if (!views) return null
    const View = pick(views)
    return <View {...props} />
  }
}
