/** A call that was made before the app was there, and who made it: no header where the address itself has a token. */
export interface EarlyAnswer {
  readonly authorization: string | undefined
  readonly response: Promise<Response>
}

declare global {
  /** By address. Only on pages of a link; written by `early/start.ts`, which shares no file with the app. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** What was asked for early; once, as it is from then. */
export function takeEarlyAnswer(address: string, authorization?: string): Promise<Response> | undefined {
  const found = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  return found?.authorization === authorization ? found?.response : undefined
}
