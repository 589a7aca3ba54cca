import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { keysOf } from './lookup-keys.ts'
import { WebhookRefused } from './port.ts'
import type {
  Customer,
  PaymentProvider,
  PaymentSetup,
  PriceList,
  SubscriptionWish,
  TaxLocation,
  Webhook,
} from './port.ts'

export type TestCard = 'accepted' | 'accepted_then_declined' | 'authentication_each_time'
export type PaymentFault =
  | 'timeout'
  | 'timeout_after_effect'
  | 'blocked'
  | 'rate_limited'
  | 'internal_error'
  | 'status_503'
  /** The next charge, whatever the card. */
  | 'card_declined'
  | 'authentication_required'

export interface PaymentStage {
  /** Opened again for each test: what it knows of outages it has from that test. */
  readonly provider: PaymentProvider
  /** The same, which waits a second at most for an answer that never comes. */
  readonly impatient: PaymentProvider
  /** Does in the provider's page what the customer does; gives what the browser comes back with. */
  readonly enterCard: (customerId: string, setup: PaymentSetup, card: TestCard) => Promise<string>
  readonly failNext: (kind: PaymentFault, times?: number) => Promise<void>
  /** The provider's time. */
  readonly now: () => Date
  readonly moveTo: (time: Date) => Promise<void>
  /** What the customer has paid in all, in the smallest unit. */
  readonly paid: (customerId: string) => Promise<number>
  /** How many signatures were counted for the customer. */
  readonly usages: (customerId: string) => Promise<number>
  /** Makes a code at the provider that takes off a share of the first invoice, or of each. */
  readonly makeCode: (code: {
    code: string
    percentOff: number
    lasts?: boolean
    state?: 'expired' | 'used_up' | 'other_plan'
  }) => Promise<void>
  /** Has the subscription to the team plan by the month pay so much for each seat: a price that another has followed since. */
  readonly keepOldPrice: (subscriptionId: string, amount: number) => Promise<void>
  /** What came by webhook, the oldest first; nothing is under way any more. */
  readonly webhooks: () => Promise<readonly Webhook[]>
  /** Where the seller is registered for VAT, and how many percent of it are charged there. */
  readonly registerTax: (percentOf: Record<string, number>) => Promise<void>
  readonly returnUrl: string
}

export const priceList: PriceList = {
  plans: (['CHF', 'EUR'] as const).flatMap((currency) => [
    { plan: 'team', cycle: 'month', currency, amount: 1200 },
    { plan: 'team', cycle: 'year', currency, amount: 12_000 },
    { plan: 'pro', cycle: 'month', currency, amount: 2000 },
    { plan: 'pro', cycle: 'year', currency, amount: 20_000 },
  ]),
  extras: (['CHF', 'EUR'] as const).flatMap((currency) => [
    { quality: 'ses', currency, amount: 30 },
    { quality: 'aes', currency, amount: 100 },
    { quality: 'qes', currency, amount: 250 },
    { quality: 'seal', currency, amount: 50 },
  ]),
}

export function aCustomer(change: Partial<Customer> = {}): Customer {
  const unique = randomUUID()
  return {
    reference: `business:${unique}`,
    name: 'Lindenhof AG',
    email: `billing.${unique}@example.com`,
    language: 'de',
    address: { line1: 'Lindenhof 1', postalCode: '8001', city: 'Zürich', country: 'CH' },
    ...change,
  }
}

const team = { plan: 'team', cycle: 'month', currency: 'CHF' } as const
const wish = (change: Partial<SubscriptionWish> = {}): SubscriptionWish => ({ ...team, seats: 10, ...change })

/** What every adapter has to do; `stage` is called in each test. */
export function paymentConformance(name: string, stage: () => PaymentStage): void {
  const aPayer = async (here: PaymentStage, card: TestCard = 'accepted') => {
    const { provider, returnUrl } = here
    const { id: customerId } = await provider.saveCustomer(aCustomer(), null)
    const key = randomUUID()
    const setup = await provider.createSetup({ customerId, currency: 'CHF', returnUrl, key })
    const setupReference = await here.enterCard(customerId, setup, card)
    const order = (change: Partial<SubscriptionWish> = {}) => {
      const orderId = randomUUID()
      return { ...wish(change), customerId, orderId, setupReference, key: `${orderId}:subscribe` }
    }
    return { customerId, order }
  }
  const aSubscriber = async (here: PaymentStage, change: Partial<SubscriptionWish> = {}) => {
    const { customerId, order } = await aPayer(here)
    const subscription = await here.provider.subscribe(order(change))
    const subscriptionId = subscription.id
    const to = (other: Partial<SubscriptionWish>) => ({
      ...wish(other),
      customerId,
      subscriptionId,
      setupReference: null,
      key: randomUUID(),
    })
    return { customerId, subscription, subscriptionId, to }
  }
  const stateOf = async (here: PaymentStage, customerId: string) =>
    (await here.provider.fetchState(customerId))?.subscriptions

  describe(`${name}: prices`, () => {
    test('those that are missing are made, once, and all are listed with their amounts', async () => {
      const { provider } = stage()
      const made = await provider.setUpPrices(priceList)
      expect(await provider.setUpPrices(priceList)).toEqual([])
      expect(made.filter((key) => !keysOf(priceList).includes(key))).toEqual([])
      const { plans, extras } = await provider.listPrices()
      expect(plans).toHaveLength(priceList.plans.length)
      expect(plans).toEqual(expect.arrayContaining([...priceList.plans]))
      expect(extras).toHaveLength(priceList.extras.length)
      expect(extras).toEqual(expect.arrayContaining([...priceList.extras]))
    })
  })

  describe(`${name}: customers`, () => {
    test('one record for each reference, however often it is saved without an id, and changed by its id', async () => {
      const { provider } = stage()
      const customer = aCustomer()
      const { id } = await provider.saveCustomer(customer, null)
      expect(await provider.saveCustomer({ ...customer, name: 'Lindenhof GmbH' }, null)).toEqual({ id })
      expect(await provider.saveCustomer({ ...customer, email: 'other@example.com' }, id)).toEqual({ id })
      const other = await provider.saveCustomer(aCustomer(), null)
      expect(other.id).not.toBe(id)
      expect(await provider.fetchState(id)).toEqual({
        customerId: id,
        hasPaymentMethod: false,
        subscriptions: [],
      })
    })

    test('one that is not known has no state, and is not changed', async () => {
      const { provider } = stage()
      expect(await provider.fetchState('cus_nobody')).toBeNull()
      await expect(provider.saveCustomer(aCustomer(), 'cus_nobody')).rejects.toMatchObject({
        code: 'conflict',
      })
    })

    test('a VAT number of another form is refused', async () => {
      const { provider } = stage()
      const address = { line1: 'Ring 1', postalCode: '1010', city: 'Wien', country: 'AT' }
      await provider.saveCustomer(aCustomer({ address, vat: 'ATU12345678' }), null)
      const wrong = aCustomer({ address, vat: 'ATU1' })
      await expect(provider.saveCustomer(wrong, null)).rejects.toMatchObject({ code: 'vat_malformed' })
    })
  })

  describe(`${name}: buying`, () => {
    test('a plan is paid for, and its state says what was bought', async () => {
      const here = stage()
      const { customerId, order } = await aPayer(here)
      const bought = order()
      const state = await here.provider.subscribe(bought)
      expect(state).toMatchObject({
        ...team,
        status: 'active',
        seats: 10,
        nextSeats: null,
        cancelAt: null,
        endedAt: null,
        discounts: [],
        orderId: bought.orderId,
        actionSecret: null,
        errorCode: null,
      })
      const days = (state.periodEnd.getTime() - state.periodStart.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(27)
      expect(days).toBeLessThan(32)
      expect(await here.paid(customerId)).toBe(12_000)
      const all = { customerId, hasPaymentMethod: true, subscriptions: [state] }
      expect(await here.provider.fetchState(customerId)).toEqual(all)
    })

    test('the same order again buys nothing more, also where its answer was lost', async () => {
      const here = stage()
      const { customerId, order } = await aPayer(here)
      const bought = order()
      await here.failNext('timeout_after_effect')
      const lost = await here.provider.subscribe(bought).catch((error: unknown) => error)
      if (lost instanceof Error) expect(lost).toMatchObject({ code: 'unavailable' })
      const state = await here.provider.subscribe(bought)
      expect(await here.provider.subscribe(bought)).toEqual(state)
      expect(await stateOf(here, customerId)).toHaveLength(1)
      expect(await here.paid(customerId)).toBe(12_000)
    })

    test('what is shown beforehand is what is charged', async () => {
      const here = stage()
      const { customerId, order } = await aPayer(here)
      const shown = await here.provider.preview({ ...wish(), customerId, subscriptionId: null })
      expect(shown).toMatchObject({
        currency: 'CHF',
        dueToday: { subtotal: 12_000, discount: 0, tax: 0, total: 12_000 },
        nextPeriod: { total: 12_000 },
      })
      const state = await here.provider.subscribe(order())
      expect(await here.paid(customerId)).toBe(shown.dueToday.total)
      const drift = state.periodEnd.getTime() - shown.nextPeriod.at.getTime()
      expect(Math.abs(drift)).toBeLessThan(120_000)
      const forNobody = await here.provider.preview({ ...wish(), customerId: null, subscriptionId: null })
      expect(forNobody.dueToday.total).toBe(12_000)
    })

    test('a card that is declined buys nothing, and the same order stays declined', async () => {
      const here = stage()
      const { customerId, order } = await aPayer(here, 'accepted_then_declined')
      const bought = order()
      for (let count = 0; count < 2; count += 1)
        await expect(here.provider.subscribe(bought)).rejects.toMatchObject({ code: 'declined' })
      const all = (await stateOf(here, customerId)) ?? []
      expect(all.filter(({ status }) => ['active', 'incomplete', 'past_due'].includes(status))).toEqual([])
      expect(await here.paid(customerId)).toBe(0)
    })

    test('a card whose bank asks each time buys nothing behind the customer’s back', async () => {
      const here = stage()
      const { customerId, order } = await aPayer(here, 'authentication_each_time')
      const result = await here.provider.subscribe(order()).catch((error: unknown) => error)
      if (result instanceof Error) expect(result).toMatchObject({ code: 'authentication_required' })
      else expect(result).toMatchObject({ status: 'incomplete', actionSecret: expect.stringMatching(/./) })
      expect(await here.paid(customerId)).toBe(0)
    })

    test('a setup of another customer is refused', async () => {
      const here = stage()
      const [one, other] = [await aPayer(here), await aPayer(here)]
      const stolen = { ...other.order(), setupReference: one.order().setupReference }
      await expect(here.provider.subscribe(stolen)).rejects.toMatchObject({ code: 'conflict' })
      expect(await stateOf(here, other.customerId)).toEqual([])
    })
  })

  describe(`${name}: tax`, () => {
    const from = (country: string, vat: string | null = null): TaxLocation => ({ address: { country }, vat })
    const taxed = async (work: (here: PaymentStage) => Promise<void>) => {
      const here = stage()
      await here.registerTax({ CH: 8.1, DE: 19 })
      try {
        await work(here)
      } finally {
        await here.registerTax({})
      }
    }

    test('tax is shown by the country and VAT number of the order, and charged as it was shown', () =>
      taxed(async (here) => {
        const { provider } = here
        const { customerId, order } = await aPayer(here)
        const due = async (buyer?: TaxLocation, id: string | null = customerId) => {
          const shown = { ...wish(), customerId: id, subscriptionId: null, ...(buyer && { buyer }) }
          return (await provider.preview(shown)).dueToday
        }
        expect(await due()).toEqual({ subtotal: 12_000, discount: 0, tax: 972, total: 12_972 })
        expect(await due(from('CH'), null)).toMatchObject({ tax: 972, total: 12_972 })
        expect(await due(from('DE'))).toMatchObject({ tax: 2280, total: 14_280 })
        expect(await due(from('DE', 'DE123456789'))).toMatchObject({ tax: 0, total: 12_000 })
        expect(await due(from('NO'))).toMatchObject({ tax: 0, total: 12_000 })
        await provider.saveCustomer(aCustomer(from('DE')), customerId)
        const { periodEnd } = await provider.subscribe(order())
        expect(await here.paid(customerId)).toBe(14_280)
        await here.moveTo(new Date(periodEnd.getTime() + 2 * 3_600_000))
        expect(await here.paid(customerId)).toBe(2 * 14_280)
      }))

    test('a change is taxed, with what comes back for the rest of the period and with the next one', () =>
      taxed(async (here) => {
        const { customerId, subscription, subscriptionId, to } = await aSubscriber(here)
        const half = (subscription.periodStart.getTime() + subscription.periodEnd.getTime()) / 2
        await here.moveTo(new Date(half))
        const larger = to({ plan: 'pro' })
        const shown = await here.provider.preview({ ...larger, subscriptionId })
        const { dueToday, lines, nextPeriod } = shown
        expect(lines.map(({ plan, amount }) => [plan, amount > 0])).toEqual([
          ['team', false],
          ['pro', true],
        ])
        const net = lines.reduce((sum, { amount }) => sum + amount, 0)
        expect(net).toBeGreaterThan(3900)
        expect(Math.abs(dueToday.tax - net * 0.081)).toBeLessThanOrEqual(2)
        expect(dueToday.total).toBe(net + dueToday.tax)
        expect(dueToday.subtotal - dueToday.discount + dueToday.tax).toBe(dueToday.total)
        expect(nextPeriod.total).toBe(21_620)
        await here.provider.change({ ...larger, prorationDate: shown.prorationDate })
        const paid = (await here.paid(customerId)) - 12_972
        expect(Math.abs(paid - dueToday.total)).toBeLessThanOrEqual(1)
        const abroad = { ...to({ plan: 'pro', seats: 12 }), subscriptionId, buyer: from('DE', 'DE123456789') }
        expect((await here.provider.preview(abroad)).nextPeriod.total).toBe(24_000)
      }))
  })

  describe(`${name}: seats`, () => {
    test('more are charged at once for the rest of the period, as it was shown', async () => {
      const here = stage()
      const { customerId, subscriptionId, to, subscription } = await aSubscriber(here)
      const half = (subscription.periodStart.getTime() + subscription.periodEnd.getTime()) / 2
      await here.moveTo(new Date(half))
      const more = to({ seats: 14 })
      const shown = await here.provider.preview({ ...more, subscriptionId })
      expect(shown.dueToday.total).toBeGreaterThan(4 * 1200 * 0.45)
      expect(shown.dueToday.total).toBeLessThan(4 * 1200 * 0.55)
      expect(shown.nextPeriod.total).toBe(14 * 1200)
      const ordered = { ...more, prorationDate: shown.prorationDate }
      const state = await here.provider.change(ordered)
      expect(state).toMatchObject({ seats: 14, nextSeats: null, status: 'active' })
      const paid = await here.paid(customerId)
      expect(Math.abs(paid - 12_000 - shown.dueToday.total)).toBeLessThanOrEqual(1)
      expect(await here.provider.change(ordered)).toEqual(state)
      expect(await here.paid(customerId)).toBe(paid)
    })

    test('fewer hold from the next period on, and until then more again cost nothing twice', async () => {
      const here = stage()
      const { customerId, subscriptionId, to, subscription } = await aSubscriber(here)
      const fewer = to({ seats: 4 })
      const shown = await here.provider.preview({ ...fewer, subscriptionId })
      expect(shown).toMatchObject({ dueToday: { total: 0 }, nextPeriod: { total: 4 * 1200 } })
      expect(await here.provider.change(fewer)).toMatchObject({ seats: 10, nextSeats: 4 })
      expect(await here.provider.change(to({ seats: 6 }))).toMatchObject({ seats: 10, nextSeats: 6 })
      expect(await here.paid(customerId)).toBe(12_000)
      expect(await here.provider.change(to({ seats: 10 }))).toMatchObject({ seats: 10, nextSeats: null })
      expect(await here.paid(customerId)).toBe(12_000)
      await here.provider.change(to({ seats: 4 }))
      const half = (subscription.periodStart.getTime() + subscription.periodEnd.getTime()) / 2
      await here.moveTo(new Date(half))
      const more = await here.provider.preview({ ...to({ seats: 12 }), subscriptionId })
      expect(more.dueToday.total).toBeGreaterThan(2 * 1200 * 0.45)
      expect(more.dueToday.total).toBeLessThan(2 * 1200 * 0.55)
      expect(await here.provider.change(to({ seats: 12 }))).toMatchObject({ seats: 12, nextSeats: null })
      const paid = (await here.paid(customerId)) - 12_000
      expect(Math.abs(paid - more.dueToday.total)).toBeLessThanOrEqual(1)
    })

    test('where the plan had another price before, more and fewer seats cost that one, as is shown', async () => {
      const here = stage()
      const { customerId, subscriptionId, subscription, to } = await aSubscriber(here)
      await here.provider.change(to({ seats: 9 }))
      await here.keepOldPrice(subscriptionId, 1000)
      await here.moveTo(new Date(subscription.periodEnd.getTime() + 2 * 3_600_000))
      const before = await here.paid(customerId)
      expect(before).toBe(12_000 + 9000)
      const more = await here.provider.preview({ ...to({ seats: 10 }), subscriptionId })
      expect(more.dueToday.total).toBeGreaterThan(990)
      expect(more.dueToday.total).toBeLessThanOrEqual(1000)
      expect(more.nextPeriod.total).toBe(10_000)
      await here.provider.change({ ...to({ seats: 10 }), prorationDate: more.prorationDate })
      const paid = await here.paid(customerId)
      expect(Math.abs(paid - before - more.dueToday.total)).toBeLessThanOrEqual(1)
      const fewer = await here.provider.preview({ ...to({ seats: 8 }), subscriptionId })
      expect(fewer.nextPeriod.total).toBe(8000)
      const { periodEnd } = await here.provider.change(to({ seats: 8 }))
      await here.moveTo(new Date(periodEnd.getTime() + 2 * 3_600_000))
      expect((await here.paid(customerId)) - paid).toBe(8000)
    })

    test('fewer are what the next period is charged for', async () => {
      const here = stage()
      const { customerId, to, subscription } = await aSubscriber(here)
      await here.provider.change(to({ seats: 4 }))
      await here.moveTo(new Date(subscription.periodEnd.getTime() + 2 * 3_600_000))
      const [renewed] = (await stateOf(here, customerId)) ?? []
      expect(renewed).toMatchObject({ seats: 4, nextSeats: null, status: 'active' })
      expect(await here.paid(customerId)).toBe(12_000 + 4 * 1200)
    })

    test.each([
      ['card_declined', 'declined'],
      ['authentication_required', 'authentication_required'],
    ] as const)(
      'with %s there are no more seats, and what was asked for before still holds',
      async (kind, code) => {
        const here = stage()
        const { customerId, to } = await aSubscriber(here)
        await here.provider.change(to({ seats: 4 }))
        const more = to({ seats: 12 })
        await here.failNext(kind)
        const result = await here.provider.change(more).catch((error: unknown) => error)
        // One that waits for the bank is not dropped where the provider can wait.
        if (result instanceof Error) expect(result).toMatchObject({ code })
        else expect(result).toMatchObject({ seats: 10, actionSecret: expect.stringMatching(/./) })
        const nextSeats = result instanceof Error ? 4 : null
        expect(await stateOf(here, customerId)).toMatchObject([{ seats: 10, nextSeats, status: 'active' }])
        expect(await here.paid(customerId)).toBe(12_000)
      },
    )

    test('a change whose answer was lost is made once', async () => {
      const here = stage()
      const { customerId, to } = await aSubscriber(here)
      const more = to({ seats: 11 })
      await here.failNext('timeout_after_effect')
      await here.provider
        .change(more)
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }))
      expect(await here.provider.change(more)).toMatchObject({ seats: 11 })
      expect(await here.paid(customerId)).toBe(11 * 1200)
    })
  })

  describe(`${name}: changing`, () => {
    test('another plan holds at once, and the rest of the old one is credited', async () => {
      const here = stage()
      const { customerId, subscriptionId, to, subscription } = await aSubscriber(here)
      const half = (subscription.periodStart.getTime() + subscription.periodEnd.getTime()) / 2
      await here.moveTo(new Date(half))
      const other = to({ plan: 'pro' })
      const shown = await here.provider.preview({ ...other, subscriptionId })
      expect(shown.dueToday.total).toBeGreaterThan(8000 * 0.45)
      expect(shown.dueToday.total).toBeLessThan(8000 * 0.55)
      const ordered = { ...other, prorationDate: shown.prorationDate }
      expect(await here.provider.change(ordered)).toMatchObject({ plan: 'pro', seats: 10 })
      const paid = (await here.paid(customerId)) - 12_000
      expect(Math.abs(paid - shown.dueToday.total)).toBeLessThanOrEqual(2)
    })

    test('by the year in place of the month, a year begins', async () => {
      const here = stage()
      const { customerId, subscriptionId, to } = await aSubscriber(here)
      await here.moveTo(new Date(here.now().getTime() + 10 * 86_400_000))
      const yearly = to({ cycle: 'year' })
      const shown = await here.provider.preview({ ...yearly, subscriptionId })
      const state = await here.provider.change({ ...yearly, prorationDate: shown.prorationDate })
      expect(state).toMatchObject({ id: subscriptionId, cycle: 'year', seats: 10 })
      expect(Math.abs(state.periodStart.getTime() - here.now().getTime())).toBeLessThan(120_000)
      expect(Math.abs(state.periodEnd.getTime() - shown.nextPeriod.at.getTime())).toBeLessThan(120_000)
      const paid = (await here.paid(customerId)) - 12_000
      expect(Math.abs(paid - shown.dueToday.total)).toBeLessThanOrEqual(2)
      expect(paid).toBeGreaterThan(120_000 - 12_000)
      expect(shown.nextPeriod.total).toBe(120_000)
      const days = (state.periodEnd.getTime() - state.periodStart.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(360)
    })

    test('another currency, and another customer’s subscription, are refused', async () => {
      const here = stage()
      const { to } = await aSubscriber(here)
      const other = await here.provider.saveCustomer(aCustomer(), null)
      const euros = here.provider.change(to({ currency: 'EUR' }))
      await expect(euros).rejects.toMatchObject({ code: 'currency_fixed' })
      const stolen = here.provider.change({ ...to({ seats: 12 }), customerId: other.id })
      await expect(stolen).rejects.toMatchObject({ code: 'conflict' })
    })

    test('it ends with the period, or continues after all, and at once where it is cancelled so', async () => {
      const here = stage()
      const { customerId, subscriptionId, subscription } = await aSubscriber(here)
      const [cancel, revoke] = [randomUUID(), randomUUID()]
      for (let count = 0; count < 2; count += 1)
        expect(await here.provider.cancelAtPeriodEnd(subscriptionId, cancel)).toMatchObject({
          status: 'active',
          cancelAt: subscription.periodEnd,
        })
      expect(await here.provider.revokeCancellation(subscriptionId, revoke)).toMatchObject({ cancelAt: null })
      const now = randomUUID()
      await here.provider.cancelNow(subscriptionId, now)
      await here.provider.cancelNow(subscriptionId, now)
      await here.provider.cancelNow('sub_nothing', randomUUID())
      const [ended] = (await stateOf(here, customerId)) ?? []
      expect(ended).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
    })

    test('a plan that is paid by the year ends with its year, though signatures are billed by the month', async () => {
      const here = stage()
      const { customerId, subscriptionId, subscription } = await aSubscriber(here, { cycle: 'year' })
      const cancelAt = subscription.periodEnd
      const { provider } = here
      expect(await provider.cancelAtPeriodEnd(subscriptionId, randomUUID())).toMatchObject({ cancelAt })
      await here.moveTo(new Date(subscription.periodStart.getTime() + 40 * 86_400_000))
      expect(await stateOf(here, customerId)).toMatchObject([{ status: 'active', cancelAt }])
      expect(await provider.revokeCancellation(subscriptionId, randomUUID())).toMatchObject({
        cancelAt: null,
      })
    })
  })

  describe(`${name}: promotions`, () => {
    test('a code takes off what it says, from what is shown and from what is charged', async () => {
      const here = stage()
      const code = `SPRING${Date.now()}`
      await here.makeCode({ code, percentOff: 25 })
      const promotion = await here.provider.findPromotion(code, team)
      expect(promotion).toMatchObject({ code, percentOff: 25, amountOff: null, currency: null })
      const { customerId, order } = await aPayer(here)
      const discounted = order({ promotionId: promotion.id })
      const shown = await here.provider.preview({ ...discounted, subscriptionId: null })
      expect(shown.dueToday).toEqual({ subtotal: 12_000, discount: 3000, tax: 0, total: 9000 })
      expect(shown.nextPeriod.total).toBe(12_000)
      const state = await here.provider.subscribe(discounted)
      expect(state.status).toBe('active')
      expect(await here.paid(customerId)).toBe(9000)
    })

    test.each([
      ['another plan', { plan: 'pro' }, false],
      ['another plan of a customer with a lasting discount', { plan: 'pro' }, true],
      ['a year', { cycle: 'year' }, false],
      ['a year of a customer with a lasting discount', { cycle: 'year' }, true],
    ] as const)(
      'a code for one invoice and a change to %s: what is shown is charged',
      async (_, to, lasts) => {
        const here = stage()
        const promotionOf = async (code: string, percentOff: number) => {
          await here.makeCode({ code, percentOff, lasts: code.startsWith('LASTS') })
          return (await here.provider.findPromotion(code, team)).id
        }
        const unique = randomUUID().slice(0, 8).toUpperCase()
        const promotionId = await promotionOf(`ONCE${unique}`, 25)
        const lasting = lasts ? { promotionId: await promotionOf(`LASTS${unique}`, 10) } : {}
        const { customerId, subscriptionId, subscription, to: changeTo } = await aSubscriber(here, lasting)
        const half = (subscription.periodStart.getTime() + subscription.periodEnd.getTime()) / 2
        await here.moveTo(new Date(half))
        const before = await here.paid(customerId)
        const other = changeTo({ ...to, promotionId })
        const shown = await here.provider.preview({ ...other, subscriptionId })
        const state = await here.provider.change({ ...other, prorationDate: shown.prorationDate })
        const changed = await here.paid(customerId)
        expect(Math.abs(changed - before - shown.dueToday.total)).toBeLessThanOrEqual(2)
        await here.moveTo(new Date(state.periodEnd.getTime() + 2 * 3_600_000))
        expect((await here.paid(customerId)) - changed).toBe(shown.nextPeriod.total)
        // The code was taken off the first year.
        const year = lasts ? 108_000 : 120_000
        expect(shown.nextPeriod.total).toBe(other.cycle === 'year' ? year : shown.nextPeriod.total)
      },
    )

    test.each([
      ['expired', 'promo_expired'],
      ['used_up', 'promo_used_up'],
      ['other_plan', 'promo_not_for_plan'],
    ] as const)('one that is %s is refused as that', async (state, code) => {
      const here = stage()
      const name = `${state.toUpperCase().replace('_', '')}${Date.now()}`
      await here.makeCode({ code: name, percentOff: 10, state })
      await expect(here.provider.findPromotion(name, team)).rejects.toMatchObject({ code })
    })

    test('one that nobody made is not known', async () => {
      const missing = stage().provider.findPromotion('NO-SUCH-CODE', team)
      await expect(missing).rejects.toMatchObject({ code: 'promo_unknown' })
    })

    test('the referral programme has one promotion, anyone who asks first', async () => {
      const { provider } = stage()
      const one = await provider.ensureReferralPromotion(20)
      expect(one).toMatchObject({ percentOff: 20, amountOff: null })
      expect(await provider.ensureReferralPromotion(20)).toEqual(one)
    })
  })

  describe(`${name}: what goes with it`, () => {
    test('signatures are charged once each, two of the same second as two', async () => {
      const here = stage()
      const { customerId, subscriptionId } = await aSubscriber(here)
      const at = here.now()
      const usage = { customerId, subscriptionId, quality: 'qes', currency: 'CHF', at } as const
      const [one, other] = [randomUUID(), randomUUID()]
      await here.provider.recordUsage({ ...usage, id: one })
      await here.provider.recordUsage({ ...usage, id: one })
      await here.provider.recordUsage({ ...usage, id: other })
      await here.provider.recordUsage({ ...usage, id: one })
      expect(await here.usages(customerId)).toBe(2)
    })

    test('signatures that are reported later, all as of one moment, are all charged', async () => {
      const here = stage()
      const { customerId, subscriptionId, subscription } = await aSubscriber(here)
      const at = subscription.periodStart
      await here.moveTo(new Date(at.getTime() + 2 * 86_400_000))
      const usage = { customerId, subscriptionId, quality: 'qes', currency: 'CHF', at } as const
      for (let count = 0; count < 80; count++) await here.provider.recordUsage({ ...usage, id: randomUUID() })
      expect(await here.usages(customerId)).toBe(80)
    }, 60_000)

    test('what it was told of is known for as long as it says, and then by counting', async () => {
      const here = stage()
      const { usageMemory } = here.provider
      const { customerId, subscriptionId } = await aSubscriber(here)
      const at = here.now()
      const usage = { customerId, subscriptionId, quality: 'qes', currency: 'CHF', at } as const
      const told = { ...usage, id: randomUUID() }
      await here.provider.recordUsage(told)
      const limited = usageMemory.kind === 'limited'
      await here.moveTo(
        new Date(at.getTime() + (limited ? usageMemory.milliseconds - 60_000 : 25 * 3_600_000)),
      )
      await here.provider.recordUsage(told)
      expect(await here.usages(customerId)).toBe(1)
      if (usageMemory.kind === 'for ever') return
      const from = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
      const to = new Date(from.getTime() + 60_000)
      expect(await usageMemory.count({ customerId, quality: 'qes', from, to })).toBe(1)
      expect(await usageMemory.count({ customerId, quality: 'aes', from, to })).toBe(0)
      const after = { from: to, to: new Date(to.getTime() + 60_000) }
      expect(await usageMemory.count({ customerId, quality: 'qes', ...after })).toBe(0)
    })

    test('a plan that is paid by the year counts signatures as well, and charges them by the end of the year', async () => {
      const here = stage()
      const { customerId, subscriptionId, subscription } = await aSubscriber(here, { cycle: 'year' })
      expect(subscription).toMatchObject({ cycle: 'year', seats: 10 })
      const days = (subscription.periodEnd.getTime() - subscription.periodStart.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(360)
      const at = here.now()
      const usage = { customerId, subscriptionId, quality: 'qes', currency: 'CHF', at } as const
      await here.provider.recordUsage({ ...usage, id: randomUUID() })
      expect(await here.usages(customerId)).toBe(1)
      await here.moveTo(new Date(subscription.periodEnd.getTime() + 2 * 3_600_000))
      expect(await here.paid(customerId)).toBe(120_000 + 250 + 120_000)
    })

    test('invoices are listed page after page, the newest first', async () => {
      const here = stage()
      const { customerId, to } = await aSubscriber(here)
      await here.moveTo(new Date(here.now().getTime() + 60_000))
      await here.provider.change(to({ plan: 'pro' }))
      const first = await here.provider.listInvoices(customerId, { size: 1, after: null })
      expect(first).toMatchObject({ more: true, invoices: [{ status: 'paid', currency: 'CHF', due: 0 }] })
      const after = first.invoices[0]?.id ?? null
      const second = await here.provider.listInvoices(customerId, { size: 1, after })
      expect(second).toMatchObject({ more: false, invoices: [{ status: 'paid', total: 12_000 }] })
      for (const { pdfUrl } of [...first.invoices, ...second.invoices]) expect(pdfUrl).toMatch(/^https?:/)
    })

    test('the portal is a page to send the customer to', async () => {
      const here = stage()
      const { customerId } = await aPayer(here)
      const { url } = await here.provider.openPortal(customerId, here.returnUrl)
      expect((await fetch(url)).status).toBe(200)
    })

    test('what moved is told by webhook; a webhook of another is refused', async () => {
      const here = stage()
      const { customerId } = await aSubscriber(here)
      const last = (await here.webhooks()).findLast(({ rawBody }) =>
        Buffer.from(rawBody).toString().includes(customerId),
      )
      if (!last) throw new Error('nothing came')
      const news = here.provider.readWebhook(last)
      expect(news).toMatchObject({ id: expect.stringMatching(/./), customerId })
      expect(here.provider.readWebhook(last)).toEqual(news)
      expect(() => here.provider.readWebhook({ ...last, headers: {} })).toThrow(WebhookRefused)
    })
  })

  describe(`${name}: out of order`, () => {
    test.each(['timeout', 'blocked', 'rate_limited', 'internal_error', 'status_503'] as const)(
      '%s is unavailable, and the same call goes through afterwards',
      async (kind) => {
        const { failNext, impatient } = stage()
        const customer = aCustomer()
        await failNext(kind, 3)
        const failed = await impatient.saveCustomer(customer, null).catch((error: unknown) => error)
        if (failed instanceof Error) expect(failed).toMatchObject({ code: 'unavailable' })
        await vi.waitFor(() => impatient.saveCustomer(customer, null), { timeout: 15_000, interval: 10 })
        expect(impatient.health().state).toBe('UP')
      },
      20_000,
    )

    test('a customer whose making was not answered is the same the next time', async () => {
      const here = stage()
      const customer = aCustomer()
      await here.failNext('timeout_after_effect', 2)
      await here.impatient.saveCustomer(customer, null).catch(() => null)
      await here.impatient.saveCustomer(customer, null).catch(() => null)
      const { id } = await here.provider.saveCustomer(customer, null)
      expect(await here.provider.saveCustomer(customer, null)).toEqual({ id })
    })
  })
}
