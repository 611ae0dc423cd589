const key = 'aftercare.shortcuts'
/** For this page only, where storage is blocked. */
let chosen: boolean | null = null

/** Whether single-key shortcuts, such as "/", are enabled. */
export function areShortcutsOn(): boolean {
  try {
    return chosen ?? localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function setShortcuts(isOn: boolean): void {
  chosen = isOn
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // `chosen` has it.
  }
}
