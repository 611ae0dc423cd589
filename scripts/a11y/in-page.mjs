/**
 * The checks inside the page; each returns its findings as lines. They are serialized and run in the browser, so none
 * can use anything outside itself, except `a11yDescribe`, which is added first.
 */

export function addDescribe() {
  window.a11yDescribe = (element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ') ?? ''
    const kind = element.getAttribute('role') ?? element.localName
    const spot = typeof element.className === 'string' ? element.className.split(' ')[0] : ''
    return `${kind} "${name.slice(0, 40)}" .${spot}`
  }
}

/** A title, one h1, one main landmark, a language. */
export function pageParts() {
  const found = []
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
  if (!document.title.trim()) found.push('no title')
  if (!document.documentElement.lang) found.push('no language')
  if (shown('h1').length !== 1) found.push(`${shown('h1').length} h1`)
  if (shown('main').length !== 1) found.push(`${shown('main').length} main`)
  for (const dialog of shown('[role=dialog], [role=alertdialog]'))
    if (!dialog.hasAttribute('aria-labelledby') && !dialog.hasAttribute('aria-label'))
      found.push('a dialog without a name')
  for (const frame of shown('iframe')) if (!frame.title) found.push('a frame without a title')
  return found
}

/** Nothing overflows the viewport, and no text is clipped unless truncated on purpose. */
export function fits() {
  const found = []
  const { scrollWidth, clientWidth } = document.documentElement
  const isReached = (element) => {
    for (let box = element.parentElement; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true
    return false
  }
  if (scrollWidth > clientWidth + 1) {
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (each) =>
        each.checkVisibility() && each.getBoundingClientRect().right > clientWidth + 1 && !isReached(each),
    )
    const last = beyond.at(-1)
    found.push(
      `scrolls horizontally by ${scrollWidth - clientWidth}: ${last ? window.a11yDescribe(last) : ''}`,
    )
  }
  for (const element of document.body.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    const isClipped = /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 2
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    const isBlock = /block|flex|grid|cell/.test(style.display)
    const isOverflowing =
      style.overflowX === 'visible' && isBlock && element.scrollWidth > element.clientWidth + 2
    if (isOverflowing && hasText && element.clientWidth > 1 && element.checkVisibility())
      found.push(`text overflows its box: ${window.a11yDescribe(element)}`)
    if (
      isClipped &&
      hasText &&
      element.clientWidth > 1 &&
      style.textOverflow !== 'ellipsis' &&
      element.checkVisibility()
    )
      found.push(`text is clipped: ${window.a11yDescribe(element)}`)
  }
  return found
}

/** No ordinary word is broken in the middle; emails and what nobody could fit into a narrow column may be. */
export function brokenWords() {
  const MAX_LETTERS = 14
  const found = new Set()
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const box = text.parentElement
    if (!box?.checkVisibility() || box.closest('.sr-only, select, textarea')) continue
    for (const { 0: written, index: at } of text.data.matchAll(/\S+/g)) {
      // A soft hyphen says where it may break.
      if (/[@/_\u00AD]/.test(written)) continue
      for (const { 0: word, index } of written.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        if (word.length > MAX_LETTERS) continue
        const start = at + index
        range.setStart(text, start)
        range.setEnd(text, start + word.length)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top),
        )
        if (lines.size > 1) found.add(`"${word}" is broken: ${window.a11yDescribe(box)}`)
      }
    }
  }
  return [...found]
}

/** Targets of 24 px, or so far from the next one that a circle of 24 px around each meets no other (2.5.8). */
export function targets() {
  const MIN_SIZE = 24
  const chosen =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=checkbox]'
  const boxOf = (element) => {
    // A label around a control is part of its target, and so is what a control draws around itself.
    const label = element.matches('input') ? element.closest('label') : null
    const own = (label ?? element).getBoundingClientRect()
    const before = getComputedStyle(element, '::before')
    const grown =
      before.content !== 'none' && before.position === 'absolute' ? Number.parseFloat(before.top) : 0
    const by = grown < 0 ? -grown : 0
    return { left: own.left - by, top: own.top - by, width: own.width + 2 * by, height: own.height + 2 * by }
  }
  const isInText = (element) =>
    element.localName === 'a' &&
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.data.trim())
  const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2]
  const isUnderDialog = ({ element, box }) => {
    const [x, y] = centre(box)
    // Further down it would be scrolled to, and lie under it then.
    const seen = document.elementFromPoint(x, Math.min(y, window.innerHeight - 1))
    const dialog = seen?.closest('[role=dialog]')
    return Boolean(dialog) && !dialog.contains(element)
  }
  const all = [...document.querySelectorAll(chosen)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'))
    // Elements behind an open dialog are inert.
    .filter((each) => !each.matches('[href="#main"]') && !each.closest('[aria-hidden=true]'))
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ box }) => box.width > 0 && box.height > 0)
    .filter((each) => !isUnderDialog(each))
  return all
    .filter(({ element, box }) => {
      // Half a pixel is the browser's rounding.
      if (box.width >= MIN_SIZE - 0.5 && box.height >= MIN_SIZE - 0.5) return false
      if (isInText(element)) return false
      const [x, y] = centre(box)
      return all.some(({ element: other, box: near }) => {
        if (other === element || other.contains(element) || element.contains(other)) return false
        const isSmall = near.width < MIN_SIZE || near.height < MIN_SIZE
        const [otherX, otherY] = centre(near)
        if (isSmall) return Math.hypot(otherX - x, otherY - y) < MIN_SIZE
        const dx = Math.max(near.left - x, 0, x - near.left - near.width)
        const dy = Math.max(near.top - y, 0, y - near.top - near.height)
        return Math.hypot(dx, dy) < MIN_SIZE / 2
      })
    })
    .map(
      ({ element, box }) =>
        `${Math.round(box.width)}×${Math.round(box.height)}: ${window.a11yDescribe(element)}`,
    )
}

/** With reduced motion, no animation or transition lasts longer than a moment. */
export function motion() {
  const MOMENT_MS = 50
  const longest = (text) =>
    Math.max(...text.split(',').map((each) => Number.parseFloat(each) * (/\dms/.test(each) ? 1 : 1000)))
  const found = new Set()
  for (const element of document.querySelectorAll('*'))
    for (const part of [undefined, '::before', '::after']) {
      const style = getComputedStyle(element, part)
      if (style.animationName !== 'none' && longest(style.animationDuration) > MOMENT_MS)
        found.add(`animation ${style.animationName}: ${window.a11yDescribe(element)}`)
      if (style.transitionProperty !== 'none' && longest(style.transitionDuration) > MOMENT_MS)
        found.add(`transition ${style.transitionProperty}: ${window.a11yDescribe(element)}`)
    }
  return [...found]
}

/** In forced colours, what is on looks unlike its neighbours that are off, and a control of our own has an edge. */
export function forcedColours() {
  const STATES = [
    ['[aria-pressed=true]', '[aria-pressed=false]'],
    ['[aria-selected=true]', '[aria-selected=false]'],
    ['[aria-checked=true]', '[aria-checked=false]'],
    ['input:checked', 'input:not(:checked)'],
    // Today's number has a frame of its own.
    ['[aria-current]:not([aria-current=false], [aria-current=date])', ':is(a, button):not([aria-current])'],
    ['[data-selected]', ':is(tr, li, .day-cell):not([data-selected])'],
  ]
  const GROUP =
    '[role=group], [role=tablist], [role=radiogroup], [role=grid], [role=table], [role=listbox], fieldset, nav, table, ul, main'
  const SIDES = ['Top', 'Right', 'Bottom', 'Left']
  // Forced fills keep how clear they were: a clear one shows the same as one in the page's colour.
  const ground = getComputedStyle(document.documentElement).backgroundColor
  const fillOf = ({ backgroundColor }) => (/, 0\)$/.test(backgroundColor) ? ground : backgroundColor)
  const looks = (element, part) => {
    const style = getComputedStyle(element, part)
    const edges = SIDES.map((side) => {
      const width = style[`border${side}Width`]
      return width === '0px' ? '' : `${width} ${style[`border${side}Style`]} ${style[`border${side}Color`]}`
    })
    const outline = style.outlineStyle === 'none' ? '' : `${style.outlineStyle} ${style.outlineColor}`
    return [fillOf(style), style.color, ...edges, outline, style.textDecorationLine].join(' ')
  }
  const partsOf = (element) => {
    // A box of ours draws its sign beside the browser's own input.
    const around = element.matches('input') ? element.parentElement : element
    return around.querySelectorAll('svg').length === 0
      ? 'no sign'
      : `${[...around.querySelectorAll('svg')].filter((svg) => svg.checkVisibility()).length} signs`
  }
  const signature = (element) => [looks(element), partsOf(element)].join(' | ')
  // The input behind a box or radio of ours is a dot: the box beside it is what is seen.
  const shown = (element) =>
    element.checkVisibility() && element.clientWidth > 1 && !element.closest('[inert]')
  const found = new Set()
  for (const [on, off] of STATES)
    for (const element of [...document.querySelectorAll(on)].filter(shown)) {
      const group = element.parentElement?.closest(GROUP)
      const same = (each) => each.localName === element.localName && each.type === element.type
      const others = [...(group?.querySelectorAll(off) ?? [])].filter((each) => same(each) && shown(each))
      if (others.some((other) => signature(other) === signature(element)))
        found.add(`on looks like off: ${window.a11yDescribe(element)}`)
    }
  for (const svg of [...document.querySelectorAll('svg[stroke=currentColor]')].filter(shown)) {
    let under = svg.previousElementSibling?.matches('input') ? svg.previousElementSibling : svg.parentElement
    while (under && /, 0\)$/.test(getComputedStyle(under).backgroundColor)) under = under.parentElement
    if (getComputedStyle(svg).color === (under ? getComputedStyle(under).backgroundColor : ground))
      found.add(`a sign in the colour of its ground: ${window.a11yDescribe(svg.parentElement)}`)
  }
  for (const input of document.querySelectorAll('input')) {
    const style = getComputedStyle(input)
    if (shown(input) && style.appearance === 'none' && Number.parseFloat(style.borderTopWidth) === 0)
      found.add(`no edge: ${window.a11yDescribe(input)}`)
  }
  return [...found]
}

/** The focused element: whether its ring is seen, whether it is in sight, and whether it was here before. */
export function focused(isSeenBefore = false) {
  const element = document.activeElement
  if (!element || element === document.body) return null
  window.a11ySeen ??= new Set()
  if (window.a11ySeen.has(element) && !isSeenBefore) return null
  window.a11ySeen.add(element)
  // A dialog's guards send the focus on at once; a frame shows the focus inside itself.
  if (element.matches('iframe, [aria-hidden=true]')) return []
  // The clock of a time input: the browser draws it, and its ring.
  if (!element.matches(':focus')) return []
  const found = []
  const style = getComputedStyle(element)
  if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2)
    found.push(`no ring: ${window.a11yDescribe(element)}`)
  const box = (
    element.matches('input') ? (element.closest('label') ?? element) : element
  ).getBoundingClientRect()
  const isAt = (x, y) => {
    const there = document.elementFromPoint(x, y)
    return (
      there !== null &&
      (element.contains(there) ||
        there.contains(element) ||
        Boolean(there.closest('label')?.contains(element)))
    )
  }
  const parts = [0.02, 0.25, 0.5, 0.75, 0.98]
  const isSeen = parts.some((x) =>
    parts.some((y) => isAt(box.left + box.width * x, box.top + box.height * y)),
  )
  if (!isSeen) found.push(`hidden while focused: ${window.a11yDescribe(element)}`)
  return found
}
