// A page from the server is visible before the app has loaded. A click on what needs the app is repeated once it is there;
// links work at once. Pressing Enter in a field clicks the form's button, so that counts too.
{
  let clicked
  const keep = (event) => {
    const target = event.target.closest('button:not([data-theme-choice]), a[data-needs-app]')
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    clicked = target
  }
  addEventListener('click', keep, true)
  addEventListener(
    'app-ready',
    () => {
      removeEventListener('click', keep, true)
      // A wide screen's layout may have rendered it anew.
      const isSame = (one) => one.textContent === clicked.textContent && one.ariaLabel === clicked.ariaLabel
      const again = clicked?.isConnected
        ? clicked
        : [...document.querySelectorAll(clicked?.localName ?? 'none')].find(isSame)
      again?.click()
    },
    { once: true },
  )
}
