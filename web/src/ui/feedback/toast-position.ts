/** Room for the focus ring. */
const RING_PX = 6
const GAP_PX = 12

/** Never covered by toasts: the title and a page's key figures. */
const KEEP_VISIBLE = 'h1, [data-toast-free]'

/**
 * Toasts are at the bottom of the screen, or at the top while they would cover the focused element or the submit button
 * of its dialog or form. They stay there until they cover something again.
 */
export function avoidFocusedElement(region: HTMLElement): () => void {
  const update = () => {
    const { visualViewport: viewport } = window
    // Keep toasts above the on-screen keyboard.
    const covered = viewport?.scale === 1 ? innerHeight - viewport.height - viewport.offsetTop : 0
    region.style.setProperty('--keyboard-inset', `${Math.max(0, covered)}px`)
    region.style.setProperty('--clear-below', `${clearBelow(region)}px`)
    const focused = document.activeElement
    if (!focused || focused === document.body || region.contains(focused)) return
    const here = region.hasAttribute('data-moved')
    const overlaps = [here, !here].map((isMoved) => {
      region.toggleAttribute('data-moved', isMoved)
      return overlapScore(region, focused)
    })
    const [now = 0, there = 0] = overlaps
    region.toggleAttribute('data-moved', there < now ? !here : here)
  }
  let frame = 0
  const scheduleUpdate = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(update)
  }
  update()
  document.addEventListener('focusin', scheduleUpdate)
  document.addEventListener('scroll', scheduleUpdate, { capture: true, passive: true })
  window.addEventListener('resize', scheduleUpdate)
  window.visualViewport?.addEventListener('resize', scheduleUpdate)
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', scheduleUpdate)
    document.removeEventListener('scroll', scheduleUpdate, { capture: true })
    window.removeEventListener('resize', scheduleUpdate)
    window.visualViewport?.removeEventListener('resize', scheduleUpdate)
  }
}

/** Not the region's children: the live region around the toasts has no box (display: contents). */
const boxesOf = (region: HTMLElement) =>
  [...region.querySelectorAll('[data-toast]')].map((message) => message.getBoundingClientRect())

/** The minimum top offset of a toast at the top. */
function clearBelow(region: HTMLElement): number {
  const messages = boxesOf(region)
  const ends = [...document.querySelectorAll(KEEP_VISIBLE)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.bottom > 0 && box.top < innerHeight / 2)
    .filter((box) => messages.some(({ left, right }) => box.left < right && box.right > left))
    .map(({ bottom }) => bottom + GAP_PX)
  return Math.max(0, ...ends)
}

/** The focused element counts more than the button. */
function overlapScore(region: HTMLElement, focused: Element): number {
  // The native input behind a styled one is tiny: use its label's box.
  const control = (focused.matches('input') && focused.closest('label')) || focused
  // A dialog's button is outside its form.
  const area = focused.closest('[role=dialog], [role=alertdialog]') ?? focused.closest('form')
  const send = area?.querySelector('[type=submit]')
  return (isUnder(region, control) ? 2 : 0) + (send && isUnder(region, send) ? 1 : 0)
}

function isUnder(region: HTMLElement, element: Element): boolean {
  const box = element.getBoundingClientRect()
  return boxesOf(region).some(
    (over) =>
      box.left < over.right + RING_PX &&
      box.right > over.left - RING_PX &&
      box.top < over.bottom + RING_PX &&
      box.bottom > over.top - RING_PX,
  )
}
