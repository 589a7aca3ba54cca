/** What an office file is, by its content. */
export const officeKinds = ['docx', 'doc', 'odt', 'rtf', 'xlsx', 'xls', 'ods', 'pptx', 'ppt', 'odp'] as const
export type OfficeKind = (typeof officeKinds)[number]

export interface ConversionResult {
  /** A PDF on disk. */
  readonly file: string
  /** Removes it; to be called in the end, whatever came of it. */
  discard(): Promise<void>
}

/** Turns office files into PDFs. What runs in them, such as macros, never runs; what they refer to is not fetched. */
export interface OfficeConverter {
  /**
   * When it is its caller’s turn. Fails with ConversionFailed, Saturated, or Abandoned where the caller has hung up, and then
   * leaves nothing behind.
   */
  toPdf(file: string, kind: OfficeKind): Promise<ConversionResult>
}

/** `unreadable`: nothing came of it. `over_limit`: it took more time, memory or room than it may. */
export type ConversionProblem = 'unreadable' | 'over_limit'

export class ConversionFailed extends Error {
  override name = 'ConversionFailed'
  readonly problem: ConversionProblem

  constructor(problem: ConversionProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
