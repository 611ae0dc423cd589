import { posix } from 'node:path'
import { importsOf } from './imports.mjs'

/** What a screen or a screen reader shows. */
const SHOWN = '(?:aria-)?(?:label|description|valuetext|title|alt|placeholder|heading|\\w+Label)'
/** `label="Close"`, also as a default: `label = 'Close'`. */
const NAMED = new RegExp(`\\b${SHOWN}\\s*=\\s*\\{?\\s*(['"\`])([A-Z][^'"\`]*[a-z][^'"\`]*)\\1`, 'g')
const CHILDREN = />\s*([A-Z][\w'’ ,.!?:-]*[a-z][\w'’ ,.!?:-]*)\s*<\//g

/** The texts in a component's code, which nobody translates. */
export function hardCodedTexts(source) {
  return [
    ...[...source.matchAll(NAMED)].map(([, , text]) => text),
    ...[...source.matchAll(CHILDREN)].map(([, text]) => text.trim()),
  ]
}

/** These files and what they import, directly or not, except what matches `outside`. */
export function reachableFrom(roots, sources, outside) {
  const found = new Set(roots)
  for (const file of found)
    for (const { specifier, isType } of importsOf(sources.get(file))) {
      const path = posix.join(posix.dirname(file), specifier)
      const target = [path, `${path}.tsx`, `${path}.ts`].find((each) => sources.has(each))
      if (target && !isType && !outside.test(target)) found.add(target)
    }
  return [...found]
}
