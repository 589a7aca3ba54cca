import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/** This tab has left for the page of an identification service, and is to show how it is once it is back. */
export const leftForService = tabMemory<true>('left-for-identification')

/** Is it back? Asked once. */
export function isBackFromService(): boolean {
  const isBack = leftForService.get() !== null
  leftForService.forget()
  return isBack
}

/** To another's page, and to nothing that is no page. */
export function leaveFor(address: string): void {
  if (!/^https?:\/\//i.test(address)) return
  leftForService.keep(true)
  location.assign(address)
}
