import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs'

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

/** Fills the disk completely. */
export function fill(disk: string, filler: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize, 1))
  } catch (error) {
    // Another process took the rest meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
