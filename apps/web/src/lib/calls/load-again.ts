import { isNotLoaded, notLoaded, PartError } from './call-error.ts'

declare global {
  /** Called by every script for what it loads later (retried-imports.ts). */
  var loadAgain: ((file: string) => (failure: unknown) => Promise<unknown>) | undefined
}

let tries = 0

globalThis.loadAgain = (file) => async (failure) => {
  if (!isNotLoaded(failure)) throw failure
  const url = new URL(file, import.meta.url)
  try {
    // Under an address that the browser has not seen fail.
    return await import(/* @vite-ignore */ `${url.href}?${(tries += 1)}`)
  } catch (again) {
    throw (await isReachable(url)) ? outdated(failure) : isNotLoaded(again) ? notLoaded() : again
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
