// A page from the server is visible before the app has loaded. Clicks on what needs the app, and keys that move between
// days or tabs, are repeated in their order once it is there; links work at once. Pressing Enter in a field clicks the
// form's button, so that counts too.
{
  const kept = []
  let [isRepeating, hasFailed] = [false, false]
  const keep = (event) => {
    const isClick = event.type === 'click'
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isRepeating || isModified || !(isClick || /^(Arrow|Home$|End$)/.test(event.key))) return
    const needsApp = isClick ? 'button:not([data-theme-choice]), a[data-needs-app]' : '[data-day], [role=tab]'
    const target = event.target.closest(needsApp)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    kept.push({ target, key: event.key, isPointer: isClick && event.detail > 0 })
    if (hasFailed) location.reload()
  }
  // A wide screen's layout may have rendered it anew. Of two that look the same, neither may be the one.
  const findAgain = (target) => {
    if (target.isConnected) return target
    const isSame = (one) => one.textContent === target.textContent && one.ariaLabel === target.ariaLabel
    const found = [...document.querySelectorAll(target.localName)].filter(isSame)
    return found.length === 1 ? found[0] : null
  }
  // Where the last repeated key moved the focus to, and from where: what was pressed there next is meant for that.
  let moved = {}
  const move = (from, target, key) => {
    const focused = document.activeElement
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    moved = { from, to: document.activeElement }
    // Whoever has gone on to another field meanwhile stays there.
    if (focused !== target) focused.focus()
  }
  // Each in a task of its own: the app first renders what the last one changed.
  const repeat = () => {
    const next = kept.shift()
    if (!next) return stop()
    const isMoved = next.target === moved.from && !next.isPointer
    const target = isMoved ? moved.to : findAgain(next.target)
    isRepeating = true
    if (next.key) move(next.target, target, next.key)
    else target?.click()
    isRepeating = false
    setTimeout(repeat)
  }
  const stop = () => {
    for (const type of ['click', 'keydown']) removeEventListener(type, keep, true)
  }
  // The app's code did not arrive. What needs it loads the page again: that helps, or says that there is no connection.
  const onError = ({ target }) => {
    hasFailed ||= target.type === 'module'
    if (hasFailed && kept.length > 0) location.reload()
  }
  for (const type of ['click', 'keydown']) addEventListener(type, keep, true)
  addEventListener('error', onError, true)
  addEventListener('app-ready', repeat, { once: true })
}
