// Runs before the first paint, so that a chosen theme never flashes the other one; and without the app, so that the theme
// can be chosen before it has loaded. The built page contains it, the offline page loads it.
{
  const root = document.documentElement
  const KEY = 'aftercare.theme'
  const chosenTheme = () => root.dataset.theme ?? 'system'

  /** The browser's own bar follows the page's theme, not the system's. */
  const colourBar = () => {
    const { theme } = root.dataset
    for (const bar of document.querySelectorAll('[data-bar]')) {
      if (theme) bar.media = bar.dataset.bar === theme ? 'all' : 'not all'
      else bar.media = `(prefers-color-scheme: ${bar.dataset.bar})`
    }
  }
  /** The server's page does not know the choice; later, React keeps this up to date. */
  const markChoice = () => {
    for (const button of document.querySelectorAll('[data-theme-choice]'))
      button.ariaPressed = String(button.dataset.themeChoice === chosenTheme())
  }
  const choose = (choice) => {
    root.dataset.themeSwitching = ''
    if (choice === 'system') delete root.dataset.theme
    else root.dataset.theme = choice
    try {
      if (choice === 'system') localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, choice)
    } catch {
      // Storage is blocked: the choice is for this page only.
    }
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        delete root.dataset.themeSwitching
      }),
    )
  }

  try {
    const choice = localStorage.getItem(KEY)
    if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  } catch {
    // Storage is blocked: the system decides.
  }
  if (root.dataset.theme) colourBar()
  new MutationObserver(() => {
    colourBar()
    markChoice()
  }).observe(root, { attributeFilter: ['data-theme'] })
  document.addEventListener('DOMContentLoaded', markChoice)
  document.addEventListener('click', ({ target }) => {
    const choice = target.closest('[data-theme-choice]')?.dataset.themeChoice
    if (choice) choose(choice)
  })
}
