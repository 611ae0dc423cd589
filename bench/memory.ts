import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMb, peakMb, resetPeak } from './cpu'
import { drain, listen } from './http'
import { type Contender, start } from './processes'
import type { Profile } from './profile'
import { log } from './progress'
import { median } from './sample'
import { formatRatio } from './tables'

const mb = (value: number) => `${value.toFixed(0)} MB`

/** On its own server: memory left over from earlier measurements would hide it. */
export async function listenersLine({ port, pid }: Contender, count: number): Promise<string[]> {
  log(`${count} listeners ...`)
  const before = memoryMb(pid)
  const closers: (() => void)[] = []
  for (let n = 1; n <= count; n++) closers.push(await listen(port, n, () => {}))
  await sleep(1_000)
  const after = memoryMb(pid)
  for (const close of closers) close()
  return [
    `${count.toLocaleString('en')} listeners`,
    `${mb(before)} → ${mb(after)}, ${(((after - before) * 1024) / count).toFixed(0)} kB each`,
  ]
}

export async function exportLine({ port, pid }: Contender): Promise<string[]> {
  log('a CSV of all submissions ...')
  const before = memoryMb(pid)
  resetPeak(pid)
  const startedAt = performance.now()
  const { bytes, lines } = await drain(port, { path: '/api/admin/submissions/export', as: 'staff' })
  const seconds = (performance.now() - startedAt) / 1000
  const rows = (lines - 1).toLocaleString('en')
  return [
    `a CSV of ${rows} rows (${(bytes / 1e6).toFixed(0)} MB)`,
    `${mb(before)} → at most ${mb(peakMb(pid))}, ${seconds.toFixed(0)} s`,
  ]
}

/** Both servers take turns on the same rows. */
export async function startLine(
  productUrl: string,
  baselineUrl: string,
  profile: Profile,
): Promise<string[]> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < profile.starts; turn++) {
    for (const [name, url, list] of [
      ['baseline', baselineUrl, theirs],
      ['product', productUrl, ours],
    ] as const) {
      const contender = await start(name, url)
      list.push(contender.startMs)
      await contender.stop()
    }
  }
  const ratio = median(ours.map((value, turn) => value / (theirs[turn] ?? Number.NaN)))
  return [
    'start-up',
    `${median(ours).toFixed(0)} ms; baseline ${median(theirs).toFixed(0)} ms; ratio ${formatRatio(ratio)}`,
  ]
}
