// Single keys can be turned off on this device (WCAG 2.1.4): whatever acts on one asks here first.

const offKey = 'countersign.shortcuts-off'

export function areShortcutsOn(): boolean {
  return localStorage.getItem(offKey) === null
}

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(offKey)
  else localStorage.setItem(offKey, '1')
}
