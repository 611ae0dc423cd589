const OLDEST = [20, 19]

/** An error message for an unsupported Node, or null. Must parse in any Node with ES modules, however old. */
export function nodeVersionError(version) {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null
  return `Aftercare needs Node ${OLDEST.join('.')} or newer (20, 22 and 24 are tested). This is Node ${version.replace('v', '')}. Install a newer one from https://nodejs.org and try again.`
}

export function requireNode() {
  const error = nodeVersionError(process.version)
  if (error === null) return
  console.error(error)
  process.exit(1)
}
