import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@aftercare/domain/lib/language'

/** What a page first requests: for everybody, and for signed-in users. `:month` is the month of its URL. */
type PageRequests = { anyone?: readonly string[]; signedIn?: readonly string[] }

export type PageEntry = {
  title: Readonly<Record<Language, string>> | null
  /** Code and styles that it needs besides the entry point. */
  files: readonly string[]
  requests: PageRequests
  /** By the server, for visitors. */
  isRendered: boolean
  access: 'anyone' | 'signed-out' | 'signed-in' | 'admin'
  /** The page that a signed-in user gets at this address: the same, or the one that the app redirects to. */
  signedIn: string
}

export type PageList = {
  /** By path. */
  pages: Readonly<Record<string, PageEntry>>
  /** The files that every page needs in another language than English. */
  translations: Readonly<Partial<Record<Language, readonly string[]>>>
}

/**
 * The pages by path, as the build wrote them from the route table (web/preloads.ts). Other addresses work too: the app
 * then finds its files by itself.
 */
export function readPageList(folder: string): PageList {
  const list = join(folder, 'pages.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : { pages: {}, translations: {} }
}
