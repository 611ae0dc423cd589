/** Keys that systemd adds up; any other duplicate silently replaces the first. */
const REPEATABLE = ['Environment', 'EnvironmentFile', 'SystemCallFilter']
const SECTIONS = ['Unit', 'Service', 'Timer', 'Install']

export function parseUnit(text: string): Record<string, Record<string, string>> {
  const unit: Record<string, Record<string, string>> = {}
  let section: { name: string; keys: Record<string, string> } | undefined
  for (const line of contentLines(text)) {
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    if (heading !== undefined) {
      if (!SECTIONS.includes(heading)) throw new Error(`unknown section [${heading}]`)
      if (heading in unit) throw new Error(`section [${heading}] twice`)
      section = { name: heading, keys: {} }
      unit[heading] = section.keys
      continue
    }
    if (!section) throw new Error(`outside of a section: ${line}`)
    const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) throw new Error(`not an assignment: ${line}`)
    if (key in section.keys && !REPEATABLE.includes(key))
      throw new Error(`${key} is in [${section.name}] twice`)
    section.keys[key] = value
  }
  return unit
}

/** nginx's and Caddy's files: directives that end in `;` or with their line, and blocks of them. */
export function parseBlocks(text: string, end: ';' | '\n'): void {
  const open = [new Set<string>()]
  let words = ''
  const directive = () => {
    const found = words.replace(/\s+/g, ' ').trim()
    words = ''
    if (found === '') return
    if (open.at(-1)?.has(found)) throw new Error(`twice: ${found}`)
    open.at(-1)?.add(found)
  }
  const lines = contentLines(text).join('\n')
  for (const [token] of `${lines}\n`.matchAll(/'[^']*'|"[^"]*"|[^;{}\n'"]+|[;{}\n]/g)) {
    if (token === end) directive()
    else if (token === '{') {
      words = ''
      open.push(new Set())
    } else if (token === '}') {
      if (words.trim() !== '') throw new Error(`not ended: ${words.trim()}`)
      if (open.length === 1) throw new Error('a } closes nothing')
      open.pop()
    } else words += token
  }
  if (words.trim() !== '') throw new Error(`not ended: ${words.trim()}`)
  if (open.length > 1) throw new Error('a { is never closed')
}

const INSTRUCTIONS =
  'FROM RUN CMD COPY ENV USER WORKDIR VOLUME EXPOSE HEALTHCHECK ENTRYPOINT ARG LABEL'.split(' ')

/** One instruction with its arguments per entry. */
export function parseDockerfile(text: string): string[] {
  const instructions = contentLines(text)
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  for (const instruction of instructions) {
    const [word = ''] = instruction.split(' ')
    if (!INSTRUCTIONS.includes(word)) throw new Error(`unknown instruction: ${word}`)
  }
  return instructions
}

/** A file for systemd's EnvironmentFile. */
export function parseEnvironment(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const line of contentLines(text)) {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.+)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`not an assignment: ${line}`)
    if (name in values) throw new Error(`${name} is there twice`)
    values[name] = value
  }
  return values
}

/** PgBouncer's file: `;` starts a comment. */
export function parseIni(text: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {}
  let keys: Record<string, string> | undefined
  for (const line of contentLines(text).filter((one) => !one.startsWith(';'))) {
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    if (heading !== undefined) {
      if (heading in sections) throw new Error(`section [${heading}] twice`)
      keys = {}
      sections[heading] = keys
      continue
    }
    const [, key, value] = /^(\S+) =(.*)$/.exec(line) ?? []
    if (!keys || key === undefined || value === undefined) throw new Error(`not an assignment: ${line}`)
    if (key in keys) throw new Error(`${key} is there twice`)
    keys[key] = value.trim()
  }
  return sections
}

const HAPROXY_SECTIONS = /^(global|defaults|(frontend|backend) [\w-]+)$/

/** HAProxy's file: directives, indented, in sections that each have a name of their own. */
export function parseHaproxy(text: string): Record<string, string[]> {
  const sections: Record<string, string[]> = {}
  let directives: string[] | undefined
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue
    if (line.startsWith(' ')) {
      if (!directives) throw new Error(`outside of a section: ${line.trim()}`)
      if (directives.includes(line.trim())) throw new Error(`twice: ${line.trim()}`)
      directives.push(line.trim())
      continue
    }
    if (!HAPROXY_SECTIONS.test(line)) throw new Error(`unknown section: ${line}`)
    if (line in sections) throw new Error(`section ${line} twice`)
    directives = []
    sections[line] = directives
  }
  return sections
}

/** The statements of a file for psql. */
export function parseStatements(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('--'))
  const statements = lines.join('\n').split(';')
  const rest = statements.pop()?.trim()
  if (rest) throw new Error(`not ended: ${rest}`)
  return statements.map((statement) => statement.trim())
}

function contentLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
