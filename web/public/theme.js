// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because
// the content security policy allows no inline script. The key is shared with src/ui/theme.ts.
{
  const root = document.documentElement
  try {
    const choice = localStorage.getItem('aftercare.theme')
    if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  } catch {
    // Storage is blocked: the system decides.
  }
  // The browser's own bar follows the page's theme, not the system's.
  const colourBar = () => {
    const { theme } = root.dataset
    for (const bar of document.querySelectorAll('[data-bar]')) {
      if (theme) bar.media = bar.dataset.bar === theme ? 'all' : 'not all'
      else bar.media = `(prefers-color-scheme: ${bar.dataset.bar})`
    }
  }
  if (root.dataset.theme) colourBar()
  new MutationObserver(colourBar).observe(root, { attributeFilter: ['data-theme'] })
}
