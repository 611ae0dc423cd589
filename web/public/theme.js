// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because
// the content security policy allows no inline script. The key is shared with src/ui/theme.ts.
try {
  const choice = localStorage.getItem('aftercare.theme')
  if (choice === 'light' || choice === 'dark') {
    document.documentElement.dataset.theme = choice
    for (const bar of document.querySelectorAll('[data-bar]'))
      bar.media = bar.dataset.bar === choice ? 'all' : 'not all'
  }
} catch {
  // Storage is blocked: the system decides.
}
