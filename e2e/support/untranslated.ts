/** Month and weekday names and what joins them, as Intl writes dates in Spanish, and counts of days. */
const DATE_WORDS = new Set(
  [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    .flatMap((month) => ['long', 'short'].map((width) => formatMonth(month, width as 'long' | 'short')))
    .concat(['de', 'día', 'días', 'am', 'pm', 'a', 'm', 'p'])
    .flatMap((words) => words.split(/[^\p{L}]+/u)),
)

function formatMonth(month: number, width: 'long' | 'short'): string {
  const format = new Intl.DateTimeFormat('es-US', { month: width, weekday: width, timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(Date.UTC(2026, month - 2, day))).join(' ')
}

/**
 * The words of a page's texts that are outside ⟦ ⟧, and neither typed data nor part of a date. Brackets may be nested, and
 * a text may be in several elements of one line.
 */
export function untranslatedWords(lines: readonly string[], typed: readonly string[]): string[] {
  const longestFirst = [...typed].sort((a, b) => b.length - a.length)
  return lines.flatMap((line) => {
    const rest = longestFirst.reduce((text, data) => text.replaceAll(data, ' '), outsideBrackets(line))
    const words = rest.match(/\p{L}[\p{L}']+/gu) ?? []
    const found = words.filter((word) => !DATE_WORDS.has(word.toLowerCase()))
    return found.length > 0 ? [`${found.join(' ')} (in "${line.slice(0, 120)}")`] : []
  })
}

function outsideBrackets(line: string): string {
  let depth = 0
  return [...line]
    .filter((character) => {
      if (character === '⟦') depth += 1
      const isOutside = depth === 0
      if (character === '⟧') depth = Math.max(0, depth - 1)
      return isOutside
    })
    .join('')
}

/**
 * A module in place of the built Spanish texts: the same texts, each in ⟦ ⟧. The original is at `url`; its exports have
 * short names.
 */
export const bracketedModule = (url: string, code: string): string => {
  const names = [...(/export\s*\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/(?:\bas\s+)?(\w+)\s*(?:,|$)/g)]
  const exports = names.map(([, name]) => `export const ${name} = wrap(original.${name})`)
  return `import * as original from ${JSON.stringify(url)}
const wrap = (value, key) => {
  if (typeof value === 'string') return key === 'id' ? value : '⟦' + value + '⟧'
  if (typeof value === 'function') return (...given) => wrap(value(...given))
  if (Array.isArray(value)) return value.map((part) => wrap(part))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wrap(part, name)]))
}
${exports.join('\n')}`
}
