import { adminRoutes } from './admin/admin-routes.ts'

/** A page that works by itself and its modules, or one that only says that there is no connection. */
type OfflineRoute = { modules: readonly string[] } | { notice: string }

const BOARD = '/admin/day-reports/board'

/**
 * What opens without a connection, by scope: the addresses from there on. The build looks up which files the modules
 * became, and one worker caches them, registered once for each scope; the closest scope counts.
 */
export const offlineRoutes: Readonly<Record<string, OfflineRoute>> = {
  '/': { notice: '/offline.html' },
  [BOARD]: {
    modules: [
      'admin/admin-area.tsx',
      'admin/admin-frame.tsx',
      ...adminRoutes.flatMap((route) => ('page' in route && route.path.startsWith(BOARD) ? route.page : [])),
      'features/board/offline-board-sync.tsx',
      'ui/overlays/dialogs.lazy.ts',
    ],
  },
}
