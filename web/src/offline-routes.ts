/** A page that works by itself and the modules that draw it, or one that only says that there is no connection. */
type OfflineRoute = { modules: readonly string[] } | { notice: string }

/**
 * What opens without a connection, by scope: the addresses from there on. The build looks up which files the modules
 * became, and one worker keeps them, registered once for each scope; the closest scope counts.
 */
export const offlineRoutes: Readonly<Record<string, OfflineRoute>> = {
  '/': { notice: '/offline.html' },
  '/admin/day-reports/board': {
    modules: [
      'admin/admin-pages.tsx',
      'admin/admin-frame.tsx',
      'admin/board/board-page.tsx',
      'admin/board/sign-in-sheet-page.tsx',
      'features/board/offline-board-sync.tsx',
      'ui/overlays/dialogs.lazy.ts',
    ],
  },
}
