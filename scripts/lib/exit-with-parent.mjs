import { readFileSync } from 'node:fs'

const POLL_INTERVAL_MS = 200

/**
 * Under npm, a signal to npm ends only the shell between npm and us. So we exit when either is gone; otherwise an
 * orphaned server would keep running.
 */
export function exitWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const above = ancestors()
  const timer = setInterval(() => {
    if (ancestors() !== above) {
      clearInterval(timer)
      process.kill(process.pid, 'SIGTERM')
    }
  }, POLL_INTERVAL_MS)
  timer.unref()
}

function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return ''
  }
}
