import { createStore } from './store.ts'

/** The specification's flag in local storage. */
const flag = 'hideTestSystem'

/** Did someone hide the mark in this browser? */
export const testSystemHidden = createStore(localStorage.getItem(flag) !== null)

export function hideTestSystem(hidden: boolean): void {
  if (hidden) localStorage.setItem(flag, '1')
  else localStorage.removeItem(flag)
  testSystemHidden.set(hidden)
}

/** The page itself says whether this is a test system. */
export function isTestSystem(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="test-system"]')?.content === '1'
}
