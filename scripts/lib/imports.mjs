import { posix } from 'node:path'

/** Layers of web/src from the bottom up; folders not listed (auth, testing ...) are on the level of `features`. */
const LAYERS = {
  'client-errors': 0,
  language: 0,
  router: 0,
  ui: 0,
  theme: 0,
  lib: 1,
  features: 1,
  parent: 2,
  admin: 2,
}
const TOP = 3

const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\b(import)\(\s*['"]([^'"]+)['"]\s*\)/g

/** A file's imports; `isLater` marks dynamic ones. */
export function importsOf(source) {
  return [...source.matchAll(IMPORT)].map((match) => ({
    specifier: match[2] ?? match[4],
    isType: match[1] !== undefined,
    text: match[0],
    isLater: match[3] !== undefined,
  }))
}

/** Callbacks passed to `mutate` are lost when the component unmounts; `useAppMutation` accepts none there. */
const APP_MUTATION = 'web/src/lib/use-app-mutation.ts'

function losesCallbacks(file, { specifier, isType, text }) {
  if (isType || file === APP_MUTATION || !file.startsWith('web/')) return false
  return specifier.startsWith('@tanstack/') && /\b(useMutation|MutationObserver)\b/.test(text)
}

const isTestFile = (file) => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(file)

/** One sentence per forbidden import of the file. */
export function wrongImports(file, source) {
  const isTest = isTestFile(file)
  return importsOf(source).flatMap((imported) => {
    const { specifier, isType } = imported
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
    const reason = losesCallbacks(file, imported)
      ? 'send changes with useAppMutation, which cannot lose their callbacks'
      : importError(file, target, isType, isTest)
    return reason === null ? [] : [`${file} imports ${specifier}: ${reason}`]
  })
}

/**
 * Import cycles between files, each reported once. Types count too: what two files share belongs in a third. Dynamic
 * imports do not count.
 */
export function findCycles(sources) {
  return cyclesIn(
    new Map(
      [...sources].map(([file, source]) => [
        file,
        staticImportsOf(file, source).filter((to) => sources.has(to)),
      ]),
    ),
  )
}

/** Treated as one folder: two-factor sign-in needs accounts, and accounts need to know about it. */
const SAME_FOLDER = { 'two-factor': 'auth' }

/**
 * Import cycles between the folders of a part, server or web. Types do not count: the services
 * that every handler gets are described in one place. The files beside the folders put them together or are read by
 * all, and tests may import anything.
 */
export function findFolderCycles(sources, part) {
  const next = new Map()
  for (const [file, source] of sources) {
    const from = folderOf(file, part)
    if (from === null || isTestFile(file)) continue
    const to = staticImportsOf(file, source, { withTypes: false }).map((path) => folderOf(path, part))
    const others = to.filter((folder) => folder !== null && folder !== from)
    next.set(from, [...new Set([...(next.get(from) ?? []), ...others])])
  }
  return cyclesIn(next)
}

function folderOf(path, part) {
  if (!path.startsWith(`${part}/src/`)) return null
  const [, , folder, ...rest] = path.split('/')
  return rest.length === 0 ? null : (SAME_FOLDER[folder] ?? folder)
}

/** All cycles of the graph. */
function cyclesIn(next) {
  const done = new Set()
  const cycles = []
  function visit(place, path) {
    if (path.includes(place)) cycles.push([...path.slice(path.indexOf(place)), place].join(' -> '))
    if (path.includes(place) || done.has(place)) return
    for (const to of next.get(place) ?? []) visit(to, [...path, place])
    done.add(place)
  }
  for (const place of next.keys()) visit(place, [])
  return cycles
}

/** The files that a relative import may resolve to; the caller knows which exists. */
function staticImportsOf(file, source, { withTypes = true } = {}) {
  return importsOf(source)
    .filter(({ specifier, isLater, isType }) => {
      return specifier.startsWith('.') && !isLater && (withTypes || !isType)
    })
    .flatMap(({ specifier }) => {
      const path = posix.join(posix.dirname(file), specifier)
      return [path, `${path}.ts`, `${path}.tsx`]
    })
}

function importError(file, target, isType, isTest) {
  const part = file.split('/')[0]
  if (part === 'domain') return domainImportError(target, isTest)
  if (part === 'server' && /^(web\/|@aftercare\/web)/.test(target))
    return 'the server knows nothing of the web app'
  if (part === 'server' && /^(domain\/)/.test(target)) return 'say @aftercare/domain/...'
  if (file.startsWith('server/src/') && !isTest && /^server\/(demo|fuzz|testing)\//.test(target))
    return 'the shipped source needs neither the demonstration nor the tests'
  if (!isTest && target.startsWith('@aftercare/domain/testing/'))
    return 'the shipped source does not need the tests'
  if (part === 'web') return webImportError(file, target, isType, isTest)
  return null
}

function domainImportError(target, isTest) {
  if (target.startsWith('domain/') || /^zod(\/|$)/.test(target)) return null
  if (isTest && /^(vitest$|fast-check$|node:)/.test(target)) return null
  return 'the rules import only zod and each other'
}

function webImportError(file, target, isType, isTest) {
  if (/^(server|domain)\//.test(target)) return 'name the package, not the path'
  if (/^@aftercare\/server(\/|$)/.test(target)) return isType ? null : 'of the server only types'
  if (/^zod(\/|$)|^@aftercare\/domain\/(lib\/fields|.*-schemas?)$/.test(target))
    return 'schemas are for the server; forms check the plain rules'
  if (isTest || !target.startsWith('web/src/')) return null
  const from = placeOf(file)
  const to = placeOf(target)
  if (from.layer < to.layer) return `${from.name} is below ${to.name}`
  if (from.layer === 2 && to.layer === 2 && from.name !== to.name)
    return 'the two portals never import each other'
  return null
}

function placeOf(path) {
  const [name = '', ...rest] = path.replace('web/src/', '').split('/')
  if (rest.length === 0) return { name: 'the app itself', layer: TOP }
  return { name, layer: LAYERS[name] ?? 1 }
}
