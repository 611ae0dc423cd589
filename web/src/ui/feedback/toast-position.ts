/** Room for the ring around what has the focus. */
const RING_PX = 6
const GAP_PX = 12

/** What messages never lie over: where one is, and what a page tells at a glance. */
const CLEAR = 'h1, [data-toast-free]'

/**
 * Messages stand at the bottom of the screen, or at the top while they would lie over what has the focus there or over
 * the button that sends its form. They stay where they are until they are in the way again.
 */
export function avoidFocusedElement(region: HTMLElement): () => void {
  const look = () => {
    const { visualViewport: seen } = window
    // What the keyboard on the screen covers is no place for a message.
    const covered = seen?.scale === 1 ? innerHeight - seen.height - seen.offsetTop : 0
    region.style.setProperty('--keyboard-inset', `${Math.max(0, covered)}px`)
    region.style.setProperty('--clear-below', `${clearBelow(region)}px`)
    const focused = document.activeElement
    if (!focused || focused === document.body || region.contains(focused)) return
    const here = region.hasAttribute('data-moved')
    const weights = [here, !here].map((isMoved) => {
      region.toggleAttribute('data-moved', isMoved)
      return inTheWay(region, focused)
    })
    const [now = 0, there = 0] = weights
    region.toggleAttribute('data-moved', there < now ? !here : here)
  }
  let frame = 0
  const lookSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look)
  }
  look()
  document.addEventListener('focusin', lookSoon)
  document.addEventListener('scroll', lookSoon, { capture: true, passive: true })
  window.addEventListener('resize', lookSoon)
  window.visualViewport?.addEventListener('resize', lookSoon)
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', lookSoon)
    document.removeEventListener('scroll', lookSoon, { capture: true })
    window.removeEventListener('resize', lookSoon)
    window.visualViewport?.removeEventListener('resize', lookSoon)
  }
}

/** Not the region's own children: what stands around messages for screen readers has no box. */
const boxesOf = (region: HTMLElement) =>
  [...region.querySelectorAll('[data-toast]')].map((message) => message.getBoundingClientRect())

/** How far down the screen a message at the top must start. */
function clearBelow(region: HTMLElement): number {
  const messages = boxesOf(region)
  const ends = [...document.querySelectorAll(CLEAR)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.bottom > 0 && box.top < innerHeight / 2)
    .filter((box) => messages.some(({ left, right }) => box.left < right && box.right > left))
    .map(({ bottom }) => bottom + GAP_PX)
  return Math.max(0, ...ends)
}

/** The focus weighs more than the button. */
function inTheWay(region: HTMLElement, focused: Element): number {
  // The browser's own box behind one of ours is a dot: its label is what is seen.
  const control = (focused.matches('input') && focused.closest('label')) || focused
  const send = focused.closest('form')?.querySelector('[type=submit]')
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
