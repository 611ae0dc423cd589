/** Between a toast and what it makes room for; more than a focus ring. */
const GAP_PX = 12

const DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-closed])'

/** Never covered: the title, a page's key figures, a dialog's heading and buttons. */
const KEEP_VISIBLE = 'h1, [data-toast-free]'

type Span = { top: number; bottom: number }
/** What a toast should not cover, and how much that matters. */
type Obstacle = Span & { weight: number }

/**
 * The top of a stack of toasts where it covers the least: where it is, else at home, at the top of the screen, or just
 * above or below an obstacle, the lowest such place first.
 */
export function chooseTop(
  height: number,
  screen: Span,
  home: number,
  obstacles: readonly Obstacle[],
  current = home,
): number {
  const isOnScreen = (top: number) => top >= screen.top && top + height <= screen.bottom
  const beside = obstacles
    .flatMap(({ top, bottom }) => [top - GAP_PX - height, bottom + GAP_PX])
    .sort((a, b) => b - a)
  const cost = (at: number) =>
    obstacles
      .filter(({ top, bottom }) => top < at + height + GAP_PX / 2 && bottom > at - GAP_PX / 2)
      .reduce((sum, { weight }) => sum + weight, 0)
  return [current, home, screen.top, ...beside]
    .filter((top) => top === home || isOnScreen(top))
    .reduce((best, top) => (cost(top) < cost(best) ? top : best))
}

/**
 * Toasts are at the bottom of the screen, their place in the style sheet, or where they cover neither the focused
 * element nor the heading and buttons of the open dialog. They stay there until they cover something again.
 */
export function placeToasts(region: HTMLElement): () => void {
  let dialog: Element | undefined
  let moved: number | undefined
  const update = () => {
    const focused = document.activeElement
    if (region.contains(focused)) return
    const open = [...document.querySelectorAll(DIALOG)].at(-1)
    if (open !== dialog) {
      resizes.disconnect()
      if (open) resizes.observe(open)
      moved = undefined
    }
    dialog = open
    const screen = visibleScreen()
    // Keep toasts above the on-screen keyboard.
    region.style.setProperty('--keyboard-inset', `${Math.max(0, innerHeight - screen.bottom)}px`)
    Object.assign(region.style, { top: '', bottom: '' })
    const { top: home, height } = region.getBoundingClientRect()
    const room = { top: screen.top + (open ? 0 : barBottom()) + GAP_PX, bottom: screen.bottom - GAP_PX }
    const top = chooseTop(height, room, home, obstaclesOf(region, focused, open), moved)
    moved = top === home ? undefined : top
    if (moved !== undefined) Object.assign(region.style, { top: `${moved}px`, bottom: 'auto' })
  }
  let frame = 0
  const scheduleUpdate = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(update)
  }
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  for (const type of ['focusin', 'scroll', 'transitionend'])
    document.addEventListener(type, scheduleUpdate, options)
  window.addEventListener('resize', scheduleUpdate, options)
  window.visualViewport?.addEventListener('resize', scheduleUpdate, options)
  const resizes = new ResizeObserver(scheduleUpdate)
  // A dialog opens or closes.
  const openings = new MutationObserver(scheduleUpdate)
  openings.observe(document.body, {
    subtree: true,
    attributeFilter: ['data-starting-style', 'data-ending-style'],
  })
  update()
  return () => {
    cancelAnimationFrame(frame)
    ended.abort()
    resizes.disconnect()
    openings.disconnect()
  }
}

/** Without the on-screen keyboard. A page that is zoomed in keeps its toasts where they are. */
function visibleScreen(): Span {
  const { visualViewport: viewport } = window
  return viewport?.scale === 1
    ? { top: viewport.offsetTop, bottom: viewport.offsetTop + viewport.height }
    : { top: 0, bottom: innerHeight }
}

/** The page's sticky header; a modal dialog dims it. */
const barBottom = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bar-bottom')) || 60

function obstaclesOf(region: HTMLElement, focused: Element | null, dialog: Element | undefined): Obstacle[] {
  // Not the region's children: the live region around the toasts has no box (display: contents).
  const toasts = [...region.querySelectorAll('[data-toast]:not([hidden])')].map((toast) =>
    toast.getBoundingClientRect(),
  )
  // The native input behind a styled one is tiny: use its label's box.
  const control = (focused?.matches('input') && focused.closest('label')) || focused
  // The document, a heading or a dialog: focused by the program, not by a person.
  const isPassive = !control || control.matches('body, [tabindex="-1"]')
  const weighted: [weight: number, elements: Iterable<Element>][] = [
    [4, (dialog ?? document).querySelectorAll(KEEP_VISIBLE)],
    [3, isPassive ? [] : [control]],
    [2, (dialog ?? focused?.closest('form'))?.querySelectorAll('[type=submit]') ?? []],
    // Beside a short dialog rather than over it.
    [1, dialog ? [dialog] : []],
  ]
  return weighted.flatMap(([weight, elements]) =>
    [...elements]
      .map((element) => element.getBoundingClientRect())
      .filter(({ left, right }) =>
        toasts.some((toast) => left < toast.right + GAP_PX && right > toast.left - GAP_PX),
      )
      .map(({ top, bottom }) => ({ top, bottom, weight })),
  )
}
