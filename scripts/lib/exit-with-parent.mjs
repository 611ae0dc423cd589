import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 200

/**
 * Under npm there are npm and a shell above us, and what is sent to npm ends only the shell. So we stop when
 * either of them is gone; otherwise a server would go on that nobody knows of.
 */
export function exitWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const above = ancestors()
  const timer = setInterval(() => {
    if (ancestors() !== above) {
      clearInterval(timer)
      process.kill(process.pid, 'SIGTERM')
    }
  }, LOOK_EVERY_MS)
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
