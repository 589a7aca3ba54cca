import { describe, expect, test, vi } from 'vitest'
import { IdentificationFailed, WebhookRefused } from './port.ts'
import type { IdentificationOrder, IdentificationProvider, Webhook } from './port.ts'

export type IdentificationEnding =
  | 'success'
  | 'renamed'
  | 'review'
  | 'aborted'
  | 'document-expired'
  | 'fraud'
  | 'cancel'
  | 'level-too-low'

export type IdentificationFault = 'timeout' | 'status_503' | 'unknown_status'

export interface IdentificationStage {
  readonly provider: IdentificationProvider
  /** Does as the person what leads to this end; gives the query they come back with. */
  readonly act: (page: string, ending: IdentificationEnding) => Promise<string>
  /** Anyone who looks at it again is done. */
  readonly endReview: (page: string) => Promise<void>
  /** How it can end there. */
  readonly endings: readonly IdentificationEnding[]
  readonly failNext: (kind: IdentificationFault) => Promise<void>
  readonly faults: readonly IdentificationFault[]
  /** What came by webhook, the oldest first; undefined where the provider sends none. */
  readonly webhooks?: readonly Webhook[] | undefined
  readonly returnUrl: string
  readonly webhookUrl: string
}

let count = 0

/** An order for someone whom nobody has identified yet. */
export function anIdentification(
  { provider, returnUrl, webhookUrl }: Pick<IdentificationStage, 'provider' | 'returnUrl' | 'webhookUrl'>,
  method = provider.methods[0] ?? 'video',
): IdentificationOrder {
  count += 1
  const unique = `${process.pid}${count}${Date.now()}`
  return {
    id: `order-${unique}`,
    method,
    legislation: provider.legislation,
    person: {
      givenName: 'Anna',
      surname: 'Müller',
      email: `anna.${unique}@example.com`,
      mobile: `+4179${unique.slice(-7)}`,
      language: 'de',
    },
    returnUrl,
    webhookUrl,
  }
}

const long = { timeout: 20_000, interval: 50 }

const ends: Record<IdentificationEnding, object> = {
  success: { status: 'success' },
  renamed: { status: 'success' },
  review: { status: 'success' },
  aborted: { status: 'failure', failure: { code: 'aborted', isRetryable: true } },
  'document-expired': { status: 'failure', failure: { code: 'document_expired', isRetryable: true } },
  fraud: { status: 'failure', failure: { code: 'fraud_suspected', isRetryable: false } },
  cancel: { status: 'failure', failure: { code: 'cancelled', isRetryable: true } },
  'level-too-low': { status: 'failure', failure: { code: 'level_too_low', isRetryable: true } },
}

/** What every adapter has to do; `stage` is called in each test. */
export function identificationConformance(name: string, stage: () => IdentificationStage): void {
  const through = async (here: IdentificationStage, ending: IdentificationEnding) => {
    const order = anIdentification(here)
    const { reference, url } = await here.provider.start(order)
    const query = await here.act(url, ending)
    const handleReturn = () => here.provider.handleReturn({ reference, returnUrl: here.returnUrl, query })
    return { order, reference, url, handleReturn }
  }

  describe(`${name} identifies`, () => {
    test('by each method there is a page, and who they are is known in the end', async () => {
      const here = stage()
      const { provider, act, returnUrl } = here
      for (const method of provider.methods) {
        const order = anIdentification(here, method)
        const { reference, url, expiresAt } = await provider.start(order)
        expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
        expect(['initialized', 'inprogress']).toContain((await provider.find(reference)).status)
        const state = await provider.handleReturn({ reference, returnUrl, query: await act(url, 'success') })
        expect(state).toMatchObject({
          status: 'success',
          evidence: {
            evidenceId: expect.stringMatching(/^.{8,}$/),
            level: 'QES',
            legislation: provider.legislation,
            givenName: order.person.givenName,
            surname: order.person.surname,
            document: { country: expect.stringMatching(/^[A-Z]{2}$/) },
          },
        })
        const age = state.status === 'success' ? Date.now() - state.evidence.identifiedAt.getTime() : NaN
        expect(Math.abs(age)).toBeLessThan(120_000)
      }
      expect(provider.health().state).toBe('UP')
    })

    test('each end is told as what it is', async () => {
      const here = stage()
      for (const ending of here.endings) {
        const { reference, url, handleReturn, order } = await through(here, ending)
        let state = await handleReturn()
        if (ending === 'review') {
          expect(state).toEqual({ status: 'review' })
          await here.endReview(url)
          state = await here.provider.find(reference)
        }
        expect({ ending, ...state }).toMatchObject({ ending, ...ends[ending] })
        const surname = state.status === 'success' ? state.evidence.surname : null
        if (surname !== null) expect(surname === order.person.surname).toBe(ending !== 'renamed')
      }
    })

    test('what is not asked of it is refused', async () => {
      const here = stage()
      const order = anIdentification(here)
      const otherLaw = order.legislation === 'EIDAS' ? 'ZERTES' : 'EIDAS'
      const others = (['video', 'robo', 'autoident', 'id-austria', 'loc', 'external-sc'] as const).filter(
        (method) => !here.provider.methods.includes(method),
      )
      for (const change of [{ legislation: otherLaw } as const, ...others.map((method) => ({ method }))])
        await expect(here.provider.start({ ...order, ...change })).rejects.toMatchObject({ code: 'refused' })
    })

    test('one that is out of order is unavailable on either way, and well again after', async () => {
      for (const kind of stage().faults.filter((fault) => fault !== 'unknown_status')) {
        // One that has not been asked yet: what it knows of the other side, it may keep.
        const here = stage()
        await here.failNext(kind)
        const error = await here.provider.start(anIdentification(here)).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(IdentificationFailed)
        expect(error).toMatchObject({ code: 'unavailable' })
        const { handleReturn } = await through(here, 'success')
        await here.failNext(kind)
        await expect(handleReturn()).rejects.toMatchObject({ code: 'unavailable' })
        expect(await handleReturn()).toMatchObject({ status: 'success' })
      }
    }, 30_000)

    test('a status of which nobody has heard is taken for no answer', async () => {
      const here = stage()
      if (!here.faults.includes('unknown_status')) return
      const { reference, handleReturn } = await through(here, 'success')
      await here.failNext('unknown_status')
      expect(await handleReturn()).toEqual({ status: 'initialized' })
      expect(await here.provider.find(reference)).toMatchObject({ status: 'success' })
    })

    test('what was removed is gone, and removing it again does no harm', async () => {
      const here = stage()
      const { reference, handleReturn } = await through(here, 'success')
      await here.provider.remove(reference)
      await expect(here.provider.remove(reference)).resolves.toBeUndefined()
      if (here.webhooks) await expect(handleReturn()).rejects.toMatchObject({ code: 'refused' })
    })

    test('its webhook tells the same, once, and only as it came', async () => {
      const here = stage()
      if (!here.webhooks) {
        const nothing = { headers: {}, rawBody: Buffer.from('{}') }
        expect(() => here.provider.readWebhook(nothing)).toThrow(WebhookRefused)
        return
      }
      const { reference, handleReturn } = await through(here, 'success')
      const last = await vi.waitFor(() => {
        const found = here.webhooks?.find(({ rawBody }) => {
          const text = Buffer.from(rawBody).toString()
          return text.includes('SUCCESS') && text.includes(reference)
        })
        if (!found) throw new Error('nothing came')
        return found
      }, long)
      const tampered = Buffer.from(Buffer.from(last.rawBody).toString().replace('Anna', 'Eva'))
      const unsigned = { headers: {}, rawBody: last.rawBody }
      for (const forged of [{ ...last, rawBody: tampered }, unsigned])
        expect(() => here.provider.readWebhook(forged)).toThrow(WebhookRefused)
      const event = here.provider.readWebhook(last)
      expect(event).toEqual({
        reference,
        deliveryId: expect.stringMatching(/./),
        state: await handleReturn(),
      })
      // It may come again: the provider doesn't know that it has come.
      expect(here.provider.readWebhook(last)).toEqual(event)
    })
  })
}
