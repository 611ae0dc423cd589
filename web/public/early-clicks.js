// A page from the server is visible before the app has loaded. Clicks on what needs the app are repeated in their order
// once it is there; links work at once. Pressing Enter in a field clicks the form's button, so that counts too.
{
  const clicked = []
  let [isRepeating, hasFailed] = [false, false]
  const keep = (event) => {
    const target = event.target.closest('button:not([data-theme-choice]), a[data-needs-app]')
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!target || isModified || isRepeating) return
    event.preventDefault()
    event.stopPropagation()
    clicked.push(target)
    if (hasFailed) location.reload()
  }
  // A wide screen's layout may have rendered it anew. Of two that look the same, neither may be the one.
  const findAgain = (target) => {
    if (target.isConnected) return target
    const isSame = (one) => one.textContent === target.textContent && one.ariaLabel === target.ariaLabel
    const found = [...document.querySelectorAll(target.localName)].filter(isSame)
    return found.length === 1 ? found[0] : null
  }
  // Each in a task of its own: the app first renders what the last one changed.
  const repeat = () => {
    const target = clicked.shift()
    if (!target) return removeEventListener('click', keep, true)
    isRepeating = true
    findAgain(target)?.click()
    isRepeating = false
    setTimeout(repeat)
  }
  // The app's code did not arrive. What needs it loads the page again: that helps, or says that there is no connection.
  const onError = ({ target }) => {
    hasFailed ||= target.type === 'module'
    if (hasFailed && clicked.length > 0) location.reload()
  }
  addEventListener('click', keep, true)
  addEventListener('error', onError, true)
  addEventListener('app-ready', repeat, { once: true })
}
