/**
 * Runs in the page: every text, one line per block, and what only assistive technology or a tooltip shows. What has a
 * language of its own (`lang`) is left out.
 */
export function linesOfPage(): string[] {
  const lines: string[] = [document.title]
  const isSkipped = (element: Element) =>
    element.closest('script, style, template, noscript, [lang]:not(html), svg') !== null
  const isInline = (element: Element) => getComputedStyle(element).display.startsWith('inline')
  let block: Element | null = null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent ?? ''
    if (!parent || !text.trim() || isSkipped(parent) || getComputedStyle(parent).display === 'none') continue
    let nearest: Element = parent
    while (nearest.parentElement && isInline(nearest)) nearest = nearest.parentElement
    if (nearest === block) lines.push(`${lines.pop()}${text}`)
    else lines.push(text)
    block = nearest
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description'])
    for (const element of document.body.querySelectorAll(`[${name}]`))
      if (!isSkipped(element)) lines.push(element.getAttribute(name) ?? '')
  return lines.filter(Boolean)
}
