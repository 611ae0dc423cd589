/**
 * The product's colours as literals: mail apps do not support CSS variables. Light values are inline, dark ones in a
 * media query for the apps that support dark mode.
 */
export const LIGHT = {
  ground: '#f6f5ee',
  surface: '#ffffff',
  tableHead: '#edece2',
  text: '#20302d',
  muted: '#56645f',
  line: '#dcdacd',
  accent: '#0e5a55',
  onAccent: '#ffffff',
  band: '#ffc845',
  onBand: '#2e2508',
  roof: '#e76f51',
  danger: '#8c1d14',
  dangerSoft: '#fde6e1',
} as const

const DARK = {
  ground: '#14201e',
  surface: '#1d2b28',
  tableHead: '#0f1917',
  text: '#f2f0e6',
  muted: '#a9b9b3',
  line: '#33443f',
  accent: '#85d6c6',
  onAccent: '#0c2a26',
  danger: '#ffc9c0',
  dangerSoft: '#4a1f1a',
} as const

export const FONT_BODY =
  'Figtree, "Segoe UI", -apple-system, BlinkMacSystemFont, Helvetica, Arial, sans-serif'
export const FONT_DISPLAY = 'Gabarito, "Trebuchet MS", "Segoe UI", Helvetica, Arial, sans-serif'

const dark = (selector: string, rules: string) => `${selector} { ${rules} }`

/** Without quotes and angle brackets, because it is not escaped in the head. */
export const STYLES = [
  ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
  'body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }',
  '.phone-only { display: none; }',
  '@media (max-width: 620px) {',
  '  .outer { padding: 0 !important; }',
  '  .paper { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }',
  '  .band { padding: 14px 20px !important; border-radius: 0 !important; }',
  '  .inside { padding: 24px 20px !important; }',
  '  .action { display: block !important; text-align: center !important; }',
  '  .report, .report tbody, .report tr, .report td { display: block !important; width: auto !important; }',
  '  .report thead { display: none !important; }',
  '  .report tr { padding: 12px 0 !important; }',
  '  .report td { padding: 2px 0 !important; border: 0 !important; }',
  '  .report tr + tr { border-top-width: 1px !important; border-top-style: solid !important; }',
  '  .phone-only { display: inline !important; }',
  '}',
  '@media (prefers-color-scheme: dark) {',
  dark('.ground', `background-color: ${DARK.ground} !important;`),
  dark('.paper', `background-color: ${DARK.surface} !important; border-color: ${DARK.line} !important;`),
  dark('.ink', `color: ${DARK.text} !important;`),
  dark('.muted', `color: ${DARK.muted} !important;`),
  dark('.rule', `border-color: ${DARK.line} !important;`),
  dark('.head', `background-color: ${DARK.tableHead} !important; color: ${DARK.muted} !important;`),
  dark('.link', `color: ${DARK.accent} !important;`),
  dark('.action', `background-color: ${DARK.accent} !important; color: ${DARK.onAccent} !important;`),
  dark('.alert', `background-color: ${DARK.dangerSoft} !important; color: ${DARK.danger} !important;`),
  '}',
].join('\n')
