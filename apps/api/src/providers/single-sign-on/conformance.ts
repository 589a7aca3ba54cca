import { describe, expect, test } from 'vitest'
import { ProviderAnswerInvalid, ProviderUnavailable, SignOnCancelled } from './port.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import type { SingleSignOn } from './port.ts'

export type SingleSignOnFault =
  | 'timeout'
  | 'status_503'
  | 'user_cancel'
  | 'unverified_email'
  | 'wrong_nonce'
  | 'expired_token'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'bad_signature'

export type SingleSignOnStage = {
  singleSignOn: SingleSignOn
  provider: IdentityProvider
  redirectUri: string
  /** Goes to this address as a browser, signs in as Mara Steiner, and gives the query it comes back with. */
  signIn(address: string): Promise<string>
  failNext(kind: SingleSignOnFault): Promise<void>
}

const exchange = {
  state: 'a-state-of-this-very-sign-in-000',
  nonce: 'a-nonce-of-this-very-sign-in-000',
  codeVerifier: 'a-verifier-of-this-very-sign-in-that-is-long-enough',
}

/** What every adapter has to do; `stage` is called in each test. */
export function singleSignOnConformance(name: string, stage: () => SingleSignOnStage): void {
  const goThere = async ({ singleSignOn, provider, redirectUri, signIn }: SingleSignOnStage) => {
    const request = { ...exchange, redirectUri, loginHint: 'mara.steiner@company.example' }
    return signIn(await singleSignOn.begin(provider, request))
  }
  const handleReturn = (
    { singleSignOn, provider, redirectUri }: SingleSignOnStage,
    query: string,
    change = {},
  ) => singleSignOn.finish(provider, { ...exchange, redirectUri, query, ...change })

  describe(`${name} signs people in`, () => {
    test('who came back is known, with a subject that stays', async () => {
      const here = stage()
      const first = await handleReturn(here, await goThere(here))
      expect(first).toEqual({
        issuer: here.provider.issuer,
        subject: expect.stringMatching(/./),
        email: 'mara.steiner@company.example',
        emailVerified: true,
        firstName: 'Mara',
        lastName: 'Steiner',
        locale: null,
      })
      expect((await handleReturn(here, await goThere(here))).subject).toBe(first.subject)
    })

    test('a code is good once', async () => {
      const here = stage()
      const query = await goThere(here)
      await handleReturn(here, query)
      await expect(handleReturn(here, query)).rejects.toBeInstanceOf(ProviderAnswerInvalid)
    })

    test.each([
      ['state', { state: 'another' }],
      ['nonce', { nonce: 'another' }],
      ['verifier', { codeVerifier: 'another-verifier-that-is-long-enough-to-be-one-of-them' }],
      ['return address', { redirectUri: 'http://127.0.0.1:1/elsewhere' }],
    ])('another %s than on the way there is refused', async (_what, change) => {
      const here = stage()
      const query = await goThere(here)
      await expect(handleReturn(here, query, change)).rejects.toBeInstanceOf(ProviderAnswerInvalid)
    })

    test.each(['wrong_nonce', 'expired_token', 'wrong_audience', 'wrong_issuer', 'bad_signature'] as const)(
      '%s is not believed',
      async (kind) => {
        const here = stage()
        const query = await goThere(here)
        await here.failNext(kind)
        await expect(handleReturn(here, query)).rejects.toBeInstanceOf(ProviderAnswerInvalid)
      },
    )

    test('an answer that names another issuer, or none, is not sent to this one', async () => {
      const here = stage()
      const query = await goThere(here)
      const [other, none] = [new URLSearchParams(query), new URLSearchParams(query)]
      other.set('iss', 'https://another.example')
      none.delete('iss')
      for (const changed of [other, none])
        await expect(handleReturn(here, changed.toString())).rejects.toBeInstanceOf(ProviderAnswerInvalid)
      expect(await handleReturn(here, query)).toMatchObject({ firstName: 'Mara' })
    })

    test('someone who cancels has cancelled, and an unverified email is told as such', async () => {
      const here = stage()
      await here.failNext('user_cancel')
      const query = await goThere(here)
      await expect(handleReturn(here, query)).rejects.toBeInstanceOf(SignOnCancelled)
      await here.failNext('unverified_email')
      expect(await handleReturn(here, await goThere(here))).toMatchObject({ emailVerified: false })
    })

    test.each(['timeout', 'status_503'] as const)(
      '%s: unavailable on either way, and well again after',
      async (kind) => {
        const here = stage()
        await here.failNext(kind)
        await expect(goThere(here)).rejects.toBeInstanceOf(ProviderUnavailable)
        const query = await goThere(here)
        await here.failNext(kind)
        await expect(handleReturn(here, query)).rejects.toBeInstanceOf(ProviderUnavailable)
        expect(await handleReturn(here, await goThere(here))).toMatchObject({ firstName: 'Mara' })
      },
    )

    test('where nobody listens, or no provider is, there is none', async () => {
      const here = stage()
      for (const issuer of ['http://127.0.0.1:1', new URL('/nothing', here.provider.issuer).href]) {
        const gone = { ...here, provider: { ...here.provider, issuer } }
        await expect(goThere(gone)).rejects.toBeInstanceOf(ProviderUnavailable)
      }
    })
  })
}
