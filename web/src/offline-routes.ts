import { adminRoutes } from './admin/admin-routes.ts'

/** A page that works offline with its modules, or a notice that there is no connection. */
type OfflineRoute = { modules: readonly string[] } | { notice: string }

const BOARD = '/admin/day-reports/board'

/**
 * What opens offline, by scope (a URL prefix). The build resolves the modules to files, and one worker script caches
 * them, registered once per scope; the most specific scope applies.
 */
export const offlineRoutes: Readonly<Record<string, OfflineRoute>> = {
  '/': { notice: '/offline.html' },
  [BOARD]: {
    modules: [
      'deferred-services.tsx',
      'admin/admin-area.tsx',
      'admin/admin-frame.tsx',
      ...adminRoutes.flatMap((route) => ('page' in route && route.path.startsWith(BOARD) ? route.page : [])),
      'admin/board/offline/offline-board-sync.tsx',
      'ui/overlays/dialogs.lazy.ts',
      // What happened to a mark, and Undo; not over the focused button.
      'ui/feedback/toast-region.tsx',
      'ui/feedback/toast-position.ts',
    ],
  },
}
