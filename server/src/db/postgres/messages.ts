/** The line of PostgreSQL's output that says why it stopped, without severity, timestamp and final full stop. */
export function postgresMessage(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const severe = /(?:^|\s)(?:FATAL|PANIC|ERROR|error|fatal):\s+(.*)$/
  const found = lines.map((line) => severe.exec(line)?.[1]).find((text) => text !== undefined)
  const reason = found ?? lines.at(-1) ?? 'it gave no reason'
  const hint = lines
    .map((line) => /(?:HINT|hint):\s+(.*)$/.exec(line)?.[1])
    .find((text) => text !== undefined)
  const sentence = hint === undefined ? reason : `${reason} (${hint.replace(/\.$/, '')})`
  return sentence.replace(/\.$/, '')
}
