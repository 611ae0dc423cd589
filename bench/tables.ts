import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

export type Table = { title: string; head: string[]; lines: string[][] }

export const formatMs = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
export const formatRatio = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))

const row = (cells: string[]) => `| ${cells.join(' | ')} |`

export const markdown = ({ title, head, lines }: Table) =>
  [`**${title}**`, '', row(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...lines.map(row)].join('\n')

/** Includes the load: it shows how far the figures can be trusted. */
export const describeMachine = (load: number) =>
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${new Date().toISOString().slice(0, 16)}Z, load ` +
  `before the run ${load.toFixed(1)}.`

/** Replaces what is between the markers of this name. */
export function writeInto(file: URL, name: 'bench' | 'load', paragraphs: readonly string[]): void {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${file.pathname} has no markers for ${name}`)
  writeFileSync(file, `${text.slice(0, from)}${[begin, ...paragraphs].join('\n\n')}\n\n${text.slice(to)}`)
}

export function print(tables: readonly Table[]): void {
  for (const table of tables) console.log(`\n${markdown(table)}`)
}
