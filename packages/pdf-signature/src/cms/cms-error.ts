export type CmsErrorCode = 'malformed' | 'unsupported' | 'mismatch'

/**
 * What every function of this folder throws on bytes it cannot use.
 * `malformed`: not the ASN.1 structure it should be; `unsupported`: a structure or algorithm that is not read here;
 * `mismatch`: parts given together that do not belong together (a key of another kind than the algorithm).
 */
export class CmsError extends Error {
  override readonly name = 'CmsError'
  readonly code: CmsErrorCode

  constructor(code: CmsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Runs a reader; whatever it throws that is not a CmsError becomes one, so that hostile bytes never show raw errors. */
export function guarded<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof CmsError) throw error
    throw new CmsError('malformed', `${what} cannot be read`, { cause: error })
  }
}

/** The result, or undefined where bytes cannot be used: for pieces whose absence is judged later. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof CmsError) return undefined
    throw error
  }
}
