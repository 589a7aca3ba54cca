/**
 * Scripts and services of others that whoever runs this installation has chosen. The page's <meta name="outside"> names
 * them; without it there are none, nothing of theirs is loaded, and the content security policy allows none.
 */
export interface OutsideSettings {
  readonly guidance?: { readonly script: string }
  readonly errorReporting?: {
    readonly script: string
    readonly dsn: string
    readonly sessionSampleRate: number
    readonly traceSampleRate: number
  }
  readonly referral?: { readonly script: string }
  readonly surveys?: { readonly url: string }
}

export function outsideSettings(): OutsideSettings | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="outside"]')?.content
  return content === undefined ? null : (JSON.parse(content) as OutsideSettings)
}
