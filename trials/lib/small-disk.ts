import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync } from 'node:fs'

/** Mounts a small file system at the folder, unmounted on exit; null without the permission to mount. */
export function smallDisk(folder: string, size: string): { unmount(): void } | null {
  mkdirSync(folder, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder])
  if (status !== 0) return null
  const unmount = () => void spawnSync('umount', ['-l', folder])
  // Before the folder is removed.
  process.prependOnceListener('exit', unmount)
  chmodSync(folder, 0o755)
  return { unmount }
}

/** Fills the disk of this file completely. */
export function fill(filler: string): void {
  const block = Buffer.alloc(1024 * 1024, 1)
  try {
    for (;;) appendFileSync(filler, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
