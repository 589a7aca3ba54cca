/**
 * Third-party scripts and services that the operator of an installation has chosen for its pages. The api writes them
 * into the page's <meta name="outside">; without it there are none and the content security policy lets none in.
 */
export interface OutsideServices {
  readonly guidance?: { readonly script: string }
  readonly errorReporting?: {
    readonly script: string
    readonly dsn: string
    /** Shares from 0 to 1. */
    readonly sessionSampleRate: number
    readonly traceSampleRate: number
  }
  readonly referral?: { readonly script: string }
  readonly surveys?: { readonly url: string }
}
