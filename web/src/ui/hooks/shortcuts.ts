const key = 'aftercare.shortcuts'
/** Where storage is blocked, the choice holds for this page only. */
let chosen: boolean | null = null

/** Whether a single key, as "/", does something from anywhere on the page. */
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
    // Kept above.
  }
}
