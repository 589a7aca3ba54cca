/** Two ways of showing the same thing, of which each visitor gets one. */
export interface Experiment {
  /** The cookie that says which. It lasts a year. */
  readonly cookie: string
  /** The branch a visitor belongs to, by what they have; null: none, they see what everybody sees. */
  readonly branchOf: (current: string | null) => string | null
}

/** Those that run. */
export const experiments: readonly Experiment[] = []
