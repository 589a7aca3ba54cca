/** A call that was made before the app was there, and who made it: no header where the address itself has a token. */
export interface EarlyAnswer {
  readonly authorization: string | undefined
  readonly response: Promise<Response>
  /** By the clock, which goes on while the computer sleeps. */
  readonly askedAt: number
}

/** What the app didn't ask for by then, it asks for later for another reason, and wants as it is then. */
const freshFor = 20_000

declare global {
  /** By address. Written by `early/start.ts`, which shares no file with the app. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
  var isAppLoaded: boolean | undefined
}

// From here on the app asks, and nothing does so before it.
globalThis.isAppLoaded = true

/**
 * What was asked for early; once, as it is from then. Not what didn't arrive, nor what an account may not see yet (it may have to accept
 * the terms first): the app asks itself.
 */
export async function takeEarlyAnswer(
  address: string,
  authorization?: string,
): Promise<Response | undefined> {
  const found = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  if (!found || found.authorization !== authorization || Date.now() - found.askedAt > freshFor)
    return undefined
  const response = await found.response.catch(() => undefined)
  return response?.status === 403 ? undefined : response
}
