/** A call that was made before the app was there, and who made it: no header where the address itself has a token. */
export interface EarlyAnswer {
  readonly authorization: string | undefined
  readonly response: Promise<Response>
  /** Milliseconds since the page was opened. */
  readonly askedAt: number
}

/** What the app didn't ask for by then, it asks for later for another reason, and wants as it is then. */
const freshFor = 20_000

declare global {
  /** By address. Written by `early/start.ts`, which shares no file with the app. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** What was asked for early; once, as it is from then. */
export function takeEarlyAnswer(address: string, authorization?: string): Promise<Response> | undefined {
  const found = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  if (!found || found.authorization !== authorization) return undefined
  return performance.now() - found.askedAt < freshFor ? found.response : undefined
}
