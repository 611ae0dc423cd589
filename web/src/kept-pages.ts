/**
 * The pages that open without a connection, by address, and the modules that draw them: the build looks up which
 * files they became and the worker keeps those. Addresses below one of these open too.
 */
export const keptPages: Readonly<Record<string, readonly string[]>> = {
  '/admin/day-reports/board': [
    'admin/admin-frame.tsx',
    'admin/day-reports/board/board-page.tsx',
    'admin/day-reports/board/sign-in-sheet-page.tsx',
    'features/board/board-keeper.tsx',
    'ui/popup-views.ts',
  ],
}
