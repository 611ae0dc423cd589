import { renderToString } from 'react-dom/server'
import { App } from './app'
import { loadPage } from './app-routes'
import { setInitialResponses } from './lib/initial-responses'
import { type ProgramJson, setProgram } from './lib/program'
import { queryClient } from './lib/query-client'
import { setRequestedUrl } from './router/history'

type PageToRender = {
  path: string
  program: ProgramJson
  /** What the page requests, by URL. */
  responses: Readonly<Record<string, unknown>>
}

/** Pages share the app's modules, which hold one location and one query cache: one page at a time. */
let last: Promise<unknown> = Promise.resolve()

/** The server's entry point into the web app: the page as a visitor first sees it, for React to hydrate. */
export function renderPage(page: PageToRender): Promise<string> {
  const html = last.then(() => render(page))
  last = html.catch(() => undefined)
  return html
}

async function render({ path, program, responses }: PageToRender): Promise<string> {
  setProgram(program)
  setRequestedUrl(new URL(path, 'http://localhost'))
  setInitialResponses(responses)
  queryClient.clear()
  await loadPage(path)
  return renderToString(<App />)
}
