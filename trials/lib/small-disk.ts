import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statfsSync, writeFileSync } from 'node:fs'

/** A file system of its own at that folder, gone with this process; null where this account may not mount one. */
export function smallDisk(folder: string, size: string): { unmount(): void } | null {
  mkdirSync(folder, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder])
  if (status !== 0) return null
  const unmount = () => void spawnSync('umount', ['-l', folder])
  // Before the folder itself is removed.
  process.prependOnceListener('exit', unmount)
  chmodSync(folder, 0o755)
  return { unmount }
}

/** To the last byte. */
export function fill(disk: string, filler: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize, 1))
  } catch (error) {
    // Somebody else took the last of it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
