import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloads } from './preloads.ts'
import { workerFile } from './worker-file.ts'

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** What has a browser entry of its own; fonts are style sheets and the server is types only. */
const runtime = Object.keys(manifest.dependencies).filter(
  (name) => !name.startsWith('@aftercare/') && !name.startsWith('@fontsource') && name !== '@base-ui/react',
)

/** Requests that the server handles. */
const fromServer = ['/api', '/manifest.webmanifest']
const server = process.env.API_URL ?? 'http://localhost:3000'

/**
 * Modules that are nearly always loaded together, as one chunk each. Split by their importers alone, a parent's
 * dashboard was 38 files: a browser fetches six at a time, and on a slow connection the last ones came a second after
 * the first. Modules that a lighter page imports too stay out, or it would load the rest for nothing.
 */
const chunkGroups = [
  chunk('pages', [
    /\/ui\/(feedback\/(callout|states|use-error-toast|retry-note|skeleton)|layout\/(page-header|container))\.tsx?$/,
    /\/ui\/(hooks\/use-media-query|feedback\/texts\/en|link-in-text)\.ts$/,
    icons('chevron-left', 'info', 'undo-2', 'zap'),
  ]),
  // What texts are made with, in every language: Spanish loads no page's code.
  chunk('format', [
    /domain\/src\/lib\/(money|pluralize|capitalize|dates-format|time-of-day)\.ts$/,
    /domain\/src\/months\/day-error-message\.ts$/,
  ]),
  chunk('work', [
    /domain\/src\/(months\/texts\/day-types\.en|pricing\/texts\/en|submissions\/texts\/en)\.ts$/,
    /domain\/src\/(months\/(months|seats)|pricing\/(fees|credits|day-prices)|submissions\/(submissions|day-count))\.ts$/,
    /domain\/src\/(lib\/(money|time-of-day)|board\/pickup-times|children\/allergies)\.ts$/,
    /\/(lib\/url-state|features\/children\/(child-values|use-child-dialog))\.ts$/,
    /\/(lib\/(use-app-mutation|error-message|idempotency-key)|parent\/children\/children\.api)\.ts$/,
    /@tanstack\/.*\/(mutationObserver|useMutation|useMutationState)\.js$/,
    /\/ui\/(data\/(badge|avatar)|overlays\/(dialog|confirm-dialog)|month-calendar\/day-type-icon)\.tsx$/,
    icons('backpack', 'circle', 'circle-slash', 'clock-2', 'contrast', 'file-text', 'house', 'lock'),
    icons('message-circle-question-mark', 'minus', 'pencil', 'pencil-ruler', 'plus', 'user-round'),
    icons('user-round-plus', 'users'),
  ]),
  chunk('calendar', [
    /\/ui\/month-calendar\/texts\/en\.ts$/,
    /\/ui\/month-calendar\/(month-calendar|day-cell|day-cell-view|use-grid-keys|day-key|day-legend)\.\w+$/,
    /\/features\/months\/month-cells\.ts$/,
    icons('bell'),
  ]),
  chunk('typed', [/\/lib\/(use-session-draft|use-before-unload|versioned-draft)\.ts$/]),
  chunk('editing', [
    /\/lib\/(unsaved-changes|use-versioned-form)\.tsx?$/,
    /\/ui\/feedback\/(conflict-alert\.tsx|texts\/conflict\.en\.ts)$/,
    /\/lib\/texts\/unsaved\.en\.ts$/,
  ]),
  chunk('form', [
    /domain\/src\/(lib\/(field-rules|enums)|children\/children|auth\/account-rules)\.ts$/,
    /\/(lib\/(use-field-errors|form-error-message|texts\/connection\.en)\.ts|ui\/inputs\/(field|form)\.tsx)$/,
    /\/ui\/inputs\/texts\/en\.ts$/,
  ]),
  chunk('sign-in', [
    /\/auth\/(account\.api|recovery-link|use-recovery|session-ended|link-check)\.tsx?$/,
    /\/auth\/(sign-in-form|lazy-two-factor-form|lazy-recovery-forms)\.tsx$/,
    /\/src\/auth\/texts\/en\.ts$/,
  ]),
  chunk('bookable', [
    /domain\/src\/(months\/(availability|texts\/en)|registration\/(registration|texts\/en))\.ts$/,
  ]),
  chunk('agreement', [
    /\/ui\/inputs\/checkbox\.tsx$/,
    /\/features\/submissions\/(agreement\.tsx|texts\/agreement\.en\.ts)$/,
    /domain\/src\/site-content\/(agreements|spanish-items)\.ts$/,
  ]),
  // Otherwise with the date picker and the board, whose importers are nearly the same.
  chunk('child-marks', [
    /\/admin\/attendance\/allergy-mark\.tsx$/,
    /domain\/src\/(guest-claims\/same-child|lib\/(search|name-key))\.ts$/,
  ]),
  chunk('no-month', [
    /\/ui\/(illustrations\/sleeping-calendar|month-calendar\/month-calendar-skeleton)\.tsx$/,
  ]),
  chunk('scene', [/\/ui\/illustrations\/(parts|landing-scene|sign-in-strip)\.tsx$/]),
  // After the first page, for all pages.
  chunk('later', [
    /\/(after-page|navigation-progress|auth\/verification-link|ui\/feedback\/toast-region)\.tsx$/,
    /\/(lib\/preload-on-intent\.ts|board\/offline\/lazy-offline-board-sync\.tsx)$/,
    /\/features\/(live-updates\/live-updates|months\/seat-changes)\.ts$/,
    /\/lib\/(reload-family|texts\/family\.en)\.ts$/,
  ]),
  chunk('choosing', [
    /\/parent\/registration\/(registration\.prefetch|requested-month)\.ts$/,
    /domain\/src\/registration\/quick-choices\.ts$/,
    /\/(submissions\/(use-unavailable-days|submission-summary)|features\/submissions\/submissions\.api)\.tsx?$/,
    /\/parent\/seat-watches\/(seat-watches\.api|use-full-days)\.tsx?$/,
    /\/(months\/(day-choice|quick-choices)|parent\/months\/months\.api)\.tsx?$/,
    /\/parent\/months\/texts\/en\.ts$/,
  ]),
]

/** These modules only: what they import may be in another chunk. */
function chunk(name: string, parts: readonly RegExp[]) {
  const test = new RegExp(parts.map(({ source }) => source).join('|'))
  return { name, test, priority: 2, includeDependenciesRecursively: false }
}

function icons(...names: string[]): RegExp {
  return new RegExp(`/lucide-react/dist/esm/icons/(${names.join('|')})\\.mjs$`)
}

const namePart = (name: string) => (name.startsWith('shared~') ? '' : '[name]-')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloads(), workerFile()],
  server: { proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])) },
  optimizeDeps: { include: runtime },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Fonts and images stay files: the content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    // No polyfill: a browser without modulepreload loads modules when they are imported.
    modulePreload: {
      polyfill: false,
      // What the start is made of is loaded already when it imports a page.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(react|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        // The start names every file that it may fetch. A shared one is called after all pages that use it, and those
        // names alone weighed more than a kilobyte on every first visit.
        chunkFileNames: ({ name }) => `assets/${namePart(name)}[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${namePart(name)}[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
            { name: 'start', tags: ['$initial'], priority: 4 },
            // With what wraps them, apart from the rest: a small neighbour that joined one of these would take the whole
            // library to each of its own pages.
            {
              name: 'shared',
              test: /node_modules\/(@base-ui|@floating-ui)\/|\/ui\/inputs\/select-input\.tsx/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
              priority: 3,
            },
            // The "About" text with everything it needs: as four small files it costs the landing page a kilobyte more,
            // and other pages hardly save that much without it. It includes the API client, which nearly all pages need.
            {
              name: 'about',
              test: /\/parent\/site-content\/about|domain\/src\/site-content\/about\.ts|\/icons\/(calendar-days|users-round)\.mjs$/,
              priority: 3,
            },
            ...chunkGroups,
            // One chunk per page; modules that several pages import are split by their importers, so that no page
            // loads one in vain. A chunk smaller than the cost of a request is merged into another.
            {
              name: 'shared',
              test: /./,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
