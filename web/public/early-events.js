// A page from the server is visible before the app has loaded. Clicks on what needs the app, and keys that move between
// days or tabs, are replayed in their order once it is there; links work at once. Pressing Enter in a field clicks the
// form's button, so that counts too.
{
  const queue = []
  let [isReplaying, hasFailed] = [false, false]
  const targetOf = ({ type, key, target }) => {
    if (type === 'click') return target.closest('button:not([data-theme-choice]), a[data-needs-app]')
    if (!/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)) return null
    return target.closest(/Up|Down/.test(key) ? '[data-day]' : '[data-day], [role=tab]')
  }
  const enqueue = (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    const target = isModified || isReplaying ? null : targetOf(event)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    queue.push({ target, key: event.key, isPointer: event.type === 'click' && event.detail > 0 })
    if (hasFailed) location.reload()
  }
  // A wide screen's layout may have rendered it anew. Of two that look the same, neither may be the one.
  // Once found it may look different: the label of a day changes when it is selected.
  const replacements = new Map()
  const findAgain = (target) => {
    const known = target.isConnected ? target : replacements.get(target)
    if (known?.isConnected) return known
    const nameOf = (one) => `${one.textContent} ${one.getAttribute('aria-label')}`
    const isSame = (one) => nameOf(one) === nameOf(target)
    const found = [...document.querySelectorAll(target.localName)].filter(isSame)
    if (found.length !== 1) return null
    replacements.set(target, found[0])
    return found[0]
  }
  // Where the last replayed key moved the focus, and from where: what was pressed there next is meant for that.
  let moved = {}
  const press = (target, key, from) => {
    const focused = document.activeElement
    target.focus({ preventScroll: true })
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    moved = { from, to: document.activeElement }
    // Whoever has gone on to another field meanwhile stays there.
    if (focused !== target) focused.focus({ preventScroll: true })
  }
  // Each in a task of its own: the app first renders what the last one changed.
  const replay = () => {
    const next = queue.shift()
    if (!next) return stop()
    if (next.target !== moved.from || next.isPointer) moved = {}
    const target = moved.to ?? findAgain(next.target)
    isReplaying = true
    if (next.key && target) press(target, next.key, next.target)
    else target?.click()
    isReplaying = false
    setTimeout(replay)
  }
  // The app's code did not arrive. What needs it loads the page again: that helps, or says that there is no connection.
  const onError = ({ target }) => {
    hasFailed ||= target.type === 'module'
    if (hasFailed && queue.length > 0) location.reload()
  }
  const types = ['click', 'keydown']
  const stop = () => {
    for (const type of types) removeEventListener(type, enqueue, true)
  }
  for (const type of types) addEventListener(type, enqueue, true)
  addEventListener('error', onError, true)
  addEventListener('app-ready', replay, { once: true })
}
