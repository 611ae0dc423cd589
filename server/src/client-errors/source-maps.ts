import { readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { basename, join, posix } from 'node:path'

/** Replaces the place of a stack frame in a built file by the one in the source; a frame without a map stays as it is. */
export type ResolveFrame = (frame: string) => Promise<string>

/** A parsed map takes up to 10 MB. */
const MAX_PARSED = 6

const PLACE = /\/assets\/([\w~][\w.~-]*\.js):(\d+):(\d+)/
/** Of the built files in the repository, to which the names in the maps are relative. */
const ASSETS = 'web/dist/assets'

/** `folder` has the maps of the files of the build that is served. */
export function createFrameResolver(folder: string | null): ResolveFrame {
  const parsed = new Map<string, Promise<SourceMap | null>>()
  const find = (file: string) => {
    const map = parsed.get(file) ?? parse(join(folder ?? '', `${basename(file)}.map`))
    // Last again: the first is the one that was not used for longest.
    parsed.delete(file)
    parsed.set(file, map)
    const [oldest] = parsed.keys()
    if (parsed.size > MAX_PARSED && oldest !== undefined) parsed.delete(oldest)
    return map
  }
  return async (frame) => {
    const [place, file, line, column] = PLACE.exec(frame) ?? []
    if (folder === null || !place || !file) return frame
    const map = await find(file)
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return frame
    const source = posix.join(ASSETS, entry.originalSource)
    return frame.replace(place, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
  }
}

/** Null for a file of another build. */
const parse = (file: string): Promise<SourceMap | null> =>
  readFile(file, 'utf8').then(
    (text) => new SourceMap(JSON.parse(text) as SourceMapPayload),
    () => null,
  )
