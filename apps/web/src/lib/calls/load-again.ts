import { isNotLoaded, notLoaded, PartError } from './call-error.ts'

declare global {
  /** Called by every script for what it loads later (retried-imports.ts). */
  var loadAgain: ((file: string) => (failure: unknown) => Promise<unknown>) | undefined
}

let tries = 0

globalThis.loadAgain = (file) => async (failure) => {
  if (!isNotLoaded(failure)) throw failure
  const url = new URL(file, import.meta.url)
  // Under an address that the browser has not seen fail.
  const load = () => import(/* @vite-ignore */ `${url.href}?${(tries += 1)}`)
  try {
    return await load()
  } catch (again) {
    if (!(await isReachable(url))) throw isNotLoaded(again) ? notLoaded() : again
    // The connection may have come back only just now.
    return load().catch(() => {
      throw outdated(failure)
    })
  }
}

/** Answered, whatever the answer: it is not the connection that is missing. */
async function isReachable(url: URL): Promise<boolean> {
  return fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** A new release has replaced the file, or what it needs can’t be had any longer. The router reloads by the message. */
function outdated(failure: unknown): PartError {
  return new PartError('outdated', failure instanceof Error ? failure.message : undefined)
}
