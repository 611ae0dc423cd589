import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import { LANGUAGE_PARAM, type Language } from '@aftercare/domain/lib/language'
import type { Services } from '../http/context'
import { describeProgram } from '../program/program'
import { buildIdOf } from './build-id'
import { MANIFEST_PATH } from './manifest'
import { en } from './texts/en'
import { es } from './texts/es'

/** The placeholder for the programme's own name in the built pages. */
const DEFAULT_NAME = 'Preschool Aftercare'
const STYLESHEET = /<link rel="stylesheet" crossorigin href="(\/assets\/[^"]+)">/g
const NO_SCRIPT = /<noscript>.*?<\/noscript>/
const CODE = /<(script type="module"|link rel="modulepreload")/g
const FONTS = /<link rel="preload" as="font"/g

export const SESSION_URL = '/api/auth/session'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/** What the server rendered for a URL. */
export type RenderedContent = { title: string | null; url: string; html: string }

const TEXTS: Record<Language, typeof en> = { en, es }
const noScript = (text: string) => `<noscript>${text}</noscript>`

export type PageTemplate = {
  fill(contents: {
    /** English by default. */
    language?: Language
    /** Files and API URLs that the page needs besides those of every page. */
    preloads?: readonly string[]
    /** What the page requests first, by URL. */
    responses?: Readonly<Record<string, unknown>>
    /** Null where the app renders everything. */
    rendered?: RenderedContent | null
  }): string
  /** Sources for the content security policy. */
  inlineHashes: { scripts: string[]; styles: string[] }
}

export const withProgramName = (template: string, { config }: Services): string =>
  template.replaceAll(DEFAULT_NAME, () => escapeHtml(config.program.name))

/** The same, once per name: staff seldom change it. */
function namedTemplate(template: string, services: Services): () => string {
  let last: { name: string; html: string } | undefined
  return () => {
    const { name } = services.config.program
    if (last?.name !== name) last = { name, html: withProgramName(template, services) }
    return last.html
  }
}

/** The built index.html, and the same with its styles inside, for pages that are rendered. */
export function createPageTemplate(folder: string, services: Services): PageTemplate {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const styles = readStyles(built, folder)
  const templatesIn = (language: Language) => {
    const page = language === 'en' ? built : translate(built, language)
    const withStyles = page
      .replaceAll(STYLESHEET, '')
      .replace('</title>', () => `</title>\n<style>${styles}</style>`)
    // What the first paint waits for is loaded first: of a rendered page the fonts, of others the code.
    return {
      shell: namedTemplate(withLowPriority(page, FONTS), services),
      withStyles: namedTemplate(withLowPriority(withStyles, CODE), services),
    }
  }
  const templates = { en: templatesIn('en'), es: templatesIn('es') }
  const { config, clock } = services
  const buildId = buildIdOf(folder)
  return {
    fill({ language = 'en', preloads = [], responses, rendered = null }) {
      const program = describeProgram(config, clock)
      // The time only if the clock was set with NOW, because a cached page must not bring an old one.
      const embedded = { ...program, now: program.is_clock_set ? program.now : null }
      const isEmbedded = (url: string) => responses !== undefined && url in responses
      const links = [SESSION_URL, ...preloads]
        .filter((name) => !isEmbedded(name))
        .map((name) => linkTo(name, rendered !== null))
      const head = [
        `<meta name="program" content="${escapeHtml(JSON.stringify(embedded))}">`,
        `<meta name="build" content="${buildId}">`,
        ...links,
        ...(responses ? [embedJson('initial-responses', responses)] : []),
      ]
      const { shell, withStyles } = templates[language]
      const template = rendered ? withStyles() : shell()
      const filled = template.replace('</head>', () => `${head.join('\n')}\n</head>`)
      return rendered ? insert(filled, rendered, clock.today(), TEXTS[language]) : filled
    },
    inlineHashes: {
      scripts: [...built.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => hashSource(match[1] ?? '')),
      styles: [hashSource(styles)],
    },
  }
}

const withLowPriority = (html: string, tags: RegExp) => html.replaceAll(tags, '$& fetchpriority="low"')

/** The words of index.html itself, which is English. */
function translate(page: string, language: Language): string {
  const t = TEXTS[language]
  return page
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(`content="${en.description}"`, () => `content="${t.description}"`)
    .replace(`"${MANIFEST_PATH}"`, () => `"${MANIFEST_PATH}?${LANGUAGE_PARAM}=${language}"`)
    .replace(NO_SCRIPT, () => noScript(t.needsScript(DEFAULT_NAME)))
}

/** The app renders the page anew for another URL or, from the browser's cache, on another day. */
function insert(template: string, { title, url, html }: RenderedContent, day: Day, t: typeof en): string {
  return template
    .replace('<html', () => `<html data-url="${escapeHtml(url)}" data-day="${day}"`)
    .replace('<title>', () => (title ? `<title>${escapeHtml(isolate(title))} | ` : '<title>'))
    .replace(NO_SCRIPT, () => noScript(t.readable))
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
}

function readStyles(shell: string, folder: string): string {
  const files = [...shell.matchAll(STYLESHEET)].map((match) => join(folder, match[1] ?? ''))
  return files
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** No `<` can end the element or start a comment; browsers do not run this type. */
const embedJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const isApiUrl = (name: string) => name.startsWith('/api/')

/** What is rendered needs its styles at once, not only when its code has loaded. */
function linkTo(name: string, isRendered: boolean): string {
  if (isApiUrl(name)) return `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(name)}">`
  const styles = isRendered ? 'rel="stylesheet"' : 'rel="preload" as="style"'
  const link = `<link ${name.endsWith('.css') ? styles : 'rel="modulepreload"'} crossorigin href="/${escapeHtml(name)}">`
  return isRendered ? withLowPriority(link, CODE) : link
}
