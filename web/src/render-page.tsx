import type { Language } from '@aftercare/domain/lib/language'
import { renderToString } from 'react-dom/server'
import { App } from './app'
import { loadPage } from './app-routes'
import { setLanguage } from './language/language'
import { setInitialResponses } from './lib/initial-responses'
import { type ProgramJson, setProgram } from './lib/program'
import { queryClient } from './lib/query-client'
import { setRequestedUrl } from './router/history'
import { spanish } from './spanish'

type PageToRender = {
  /** Path and query. */
  url: string
  language: Language
  program: ProgramJson
  /** What the page requests, by URL. Nobody is signed in. */
  responses: Readonly<Record<string, unknown>>
}

// There is no server to request what is missing from: the page is rendered without it, and nobody waits.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retry: false } })

/** Pages share the app's modules, which hold one URL, language and query cache: one page at a time. */
let last: Promise<unknown> = Promise.resolve()

/** The server's entry point into the web app: the page as visitors first see it, for React to hydrate. */
export function renderPage(page: PageToRender): Promise<string> {
  const html = last.then(() => render(page))
  last = html.catch(() => undefined)
  return html
}

async function render({ url, language, program, responses }: PageToRender): Promise<string> {
  setLanguage(language, language === 'es' ? spanish : [])
  setProgram(program)
  const requested = new URL(url, 'http://localhost')
  setRequestedUrl(requested)
  setInitialResponses(responses)
  queryClient.clear()
  await loadPage(requested.pathname)
  return renderToString(<App />)
}
