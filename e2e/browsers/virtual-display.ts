import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import sharp from 'sharp'

export type VirtualDisplay = {
  /** For the environment of a program that shows a window. */
  name: string
  /** Its upper left part, as a PNG. */
  capture(path: string, width: number, height: number): Promise<void>
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
    capture: (path, shownWidth, shownHeight) =>
      readFrameBuffer(readFileSync(join(folder, 'Xvfb_screen0')))
        .extract({
          left: 0,
          top: 0,
          width: Math.min(width, shownWidth),
          height: Math.min(height, shownHeight),
        })
        .toFile(path)
        .then(() => undefined),
    async close() {
      await stop(xvfb)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An X window dump: a header of big-endian numbers, a colour table, then four bytes per pixel, blue first. */
function readFrameBuffer(dump: Buffer) {
  const [headerSize, width, height, bytesPerLine, colors] = [0, 16, 20, 48, 76].map((at) =>
    dump.readUInt32BE(at),
  )
  if (!headerSize || !width || !height || bytesPerLine !== width * 4) throw new Error('Not a 32-bit screen')
  const pixels = dump.subarray(
    headerSize + (colors ?? 0) * 12,
    headerSize + (colors ?? 0) * 12 + width * height * 4,
  )
  const rgb = Buffer.alloc(width * height * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    rgb[to] = pixels[from + 2] ?? 0
    rgb[to + 1] = pixels[from + 1] ?? 0
    rgb[to + 2] = pixels[from] ?? 0
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
