export const en = {
  id: 'app' as const,
  skipToContent: 'Skip to content',
  loadingPage: 'Loading page',
  notFound: {
    pageTitle: 'Page not found',
    text: 'Oops! Page not found',
    home: 'Return to Home',
  },
}
