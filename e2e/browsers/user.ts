/** What the steps do in a browser. Each browser's driver does it its own way. */
export type User = {
  open(path: string): Promise<void>
  reload(): Promise<void>
  /** Exact names, as the browser computes them; `within` narrows to a part of the page. */
  click(role: Role, name: string, within?: Within): Promise<void>
  clickText(text: string, within: string): Promise<void>
  fill(label: string, value: string, within?: Within): Promise<void>
  /** Into a date input, as one types it there. */
  typeDate(selector: string, day: string): Promise<void>
  pressKeys(...keys: Key[]): Promise<void>
  seesText(text: string, within?: string): Promise<void>
  seesRole(role: Role, name: string, within?: Within): Promise<void>
  isAt(path: string): Promise<void>
  /** The texts of all matching elements, in order. */
  seesTexts(selector: string, texts: readonly string[]): Promise<void>
  /** Waits until the predicate holds in the page; the description goes into the error. */
  waitUntil(description: string, predicate: Predicate, ...args: string[]): Promise<void>
  setSize(size: Size): Promise<void>
  screenshot(path: string): Promise<void>
  /** The page that is open has asked the browser to print it. */
  seesPrintDialog(): Promise<void>
  /** How many pages of US Letter the page prints on. */
  countPrintedPages(): Promise<number>
  /** Console errors since the last call. */
  takeErrors(): string[]
}

/** A CSS selector, or an element by its role and name. */
export type Within = string | { role: Role; name: string }
export type Size = { width: number; height: number }
export type Predicate = (...args: string[]) => boolean | Promise<boolean>
export type Role = keyof typeof ROLE_SELECTORS
/** A character, or one of these. */
export type Key = 'Enter' | 'Escape' | 'Home' | 'Tab' | 'ArrowRight' | (string & {})

/** The elements that can have these roles. */
export const ROLE_SELECTORS = {
  article: 'article, [role="article"]',
  button: 'button, [role="button"]',
  checkbox: 'input[type="checkbox"], [role="checkbox"]',
  combobox: 'select, [role="combobox"]',
  option: 'option, [role="option"]',
  radio: 'input[type="radio"], [role="radio"]',
  tab: '[role="tab"]',
}

// Generous, for busy machines.
export const TIMEOUT_MS = 60_000

/** A browser that was started; each user has cookies and storage of their own. */
export type TestBrowser = {
  version: string
  /** At this URL, with this session cookie if there is one. */
  newUser(baseUrl: string, session: string | null): Promise<User>
  close(): Promise<void>
}

/** Not the programme's time zone: nothing shown may depend on the device's. */
export const DEVICE_TIME_ZONE = 'America/Los_Angeles'

/** In the page. */
export function hasTexts(selector: string, wanted: string): boolean {
  const shown = [...document.querySelectorAll<HTMLElement>(selector)]
  return JSON.stringify(shown.map((one) => one.innerText.replace(/\s+/g, ' ').trim())) === wanted
}
