import { createHash } from 'node:crypto'

/** The checksum file: one line per migration, in order. */
export function checksumLines(files) {
  return files.map(({ name, sql }) => `${createHash('sha256').update(sql).digest('hex')}  ${name}`)
}

/**
 * Errors: gaps in the numbers, a migration changed or removed after it was recorded, one not recorded, or a record
 * changed since the last release.
 */
export function migrationFaults(files, recorded, released) {
  const faults = []
  for (const [index, { name }] of files.entries()) {
    if (Number(name.slice(0, 4)) !== index + 1) faults.push(`${name} should be number ${index + 1}`)
  }
  const actual = checksumLines(files)
  for (const [index, line] of recorded.entries()) {
    if (actual[index] !== line)
      faults.push(`${line.split('  ')[1]} was changed, moved or removed after it was recorded`)
  }
  for (const line of actual.slice(recorded.length)) faults.push(`${line.split('  ')[1]} is not recorded yet`)
  for (const [index, line] of released.entries()) {
    if (recorded[index] !== line)
      faults.push(`${line.split('  ')[1]} is released and stays as it is: add another migration`)
  }
  return faults
}
