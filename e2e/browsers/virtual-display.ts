import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'

export type VirtualDisplay = {
  /** For the environment of a program that shows a window. */
  name: string
  /** Its upper left part, as a PNG. */
  capture(path: string, width: number, height: number): void
  close(): Promise<void>
}

/** A screen in memory. Xvfb chooses a free number and keeps the picture in a file. */
export async function startVirtualDisplay(width: number, height: number): Promise<VirtualDisplay> {
  const folder = mkdtempSync(join(tmpdir(), 'aftercare-display-'))
  const args = [
    '-displayfd',
    '3',
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-fbdir',
    folder,
    '-nolisten',
    'tcp',
  ]
  const xvfb = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await Promise.race([
    once(xvfb.stdio[3] as Readable, 'data'),
    once(xvfb, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`))),
  ])
  return {
    name: `:${String(number).trim()}`,
    capture(path, shownWidth, shownHeight) {
      const screen = readFileSync(join(folder, 'Xvfb_screen0'))
      writeFileSync(path, toPng(screen, Math.min(width, shownWidth), Math.min(height, shownHeight)))
    },
    async close() {
      await stop(xvfb)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** From an X window dump: a header of big-endian numbers, a colour table, then four bytes per pixel, blue first. */
function toPng(dump: Buffer, width: number, height: number): Buffer {
  const [headerSize = 0, bytesPerLine = 0, colors = 0] = [0, 48, 76].map((at) => dump.readUInt32BE(at))
  const pixels = dump.subarray(headerSize + colors * 12)
  // Each line begins with its filter, none.
  const lines = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [y * bytesPerLine + x * 4, y * (width * 3 + 1) + 1 + x * 3]
      for (const channel of [0, 1, 2]) lines[to + channel] = pixels[from + 2 - channel] ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of three colours.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
