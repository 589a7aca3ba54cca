/** What a tool that guides people through the product is told of a person (specification, section 3). */
export interface AnalyticsProfile {
  readonly email: string
  readonly business: string
  /** The user's id. */
  readonly username: string
  readonly role: 'admin' | 'user'
  readonly plan: string
  readonly locale_code: string
  /** ISO 8601; empty where there is no plan. */
  readonly plan_start: string
}

export interface Guidance {
  start(): Promise<void>
  identify(profile: AnalyticsProfile): void
  anonymous(): void
  /** A new page is shown. */
  reload(): void
  destroy(): void
}
