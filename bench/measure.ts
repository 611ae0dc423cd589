/** The middle and the slow end of many runs, in milliseconds. */
export type Figures = { p50: number; p95: number }

/** Runs both in turns, so that a noisy minute hits both alike. */
export async function compare<Name extends string>(
  tasks: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(tasks) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (const name of names) for (let warm = 0; warm < 5; warm++) await tasks[name]()
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const startedAt = performance.now()
      await tasks[name]()
      times.get(name)?.push(performance.now() - startedAt)
    }
  }
  return Object.fromEntries(names.map((name) => [name, figures(times.get(name) ?? [])])) as Record<
    Name,
    Figures
  >
}

function figures(times: number[]): Figures {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

export const ms = (value: number) => `${value.toFixed(2)} ms`

export function print(title: string, rows: string[][]) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  console.log(`\n${title}`)
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`)
}
