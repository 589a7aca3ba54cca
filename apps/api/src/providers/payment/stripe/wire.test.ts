import { describe, expect, test } from 'vitest'
import {
  end,
  list,
  now,
  openInvoice,
  pendingTo,
  prices,
  refusal,
  type RecordedCall,
  type Script,
  seconds,
  subscription,
  tried,
  withScript,
} from './scripted.fixture.ts'

// What goes over the wire, recorded by hand from Stripe's reference, so that the stand-in and the adapter cannot err alike.

const team = { plan: 'team', cycle: 'month', currency: 'CHF' } as const
const order = {
  ...team,
  seats: 10,
  customerId: 'cus_1',
  orderId: 'order-1',
  setupReference: 'seti_1',
  key: 'order-1:subscribe',
}
const change = {
  ...team,
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  setupReference: null,
  key: 'order-2:change',
  prorationDate: now,
}
const changes = (said: readonly RecordedCall[]) => said.filter(({ call }) => !call.startsWith('GET'))
const lowered = subscription({
  quantity: 4,
  metadata: { order: 'order-1', entitled_seats: '10', entitled_until: String(end) },
})

describe('buying', () => {
  const incomplete = subscription({ status: 'incomplete', latest_invoice: openInvoice })
  const setup: Script = {
    'GET /v1/prices': prices,
    'GET /v1/setup_intents/seti_1': {
      id: 'seti_1',
      status: 'succeeded',
      client_secret: 'x',
      customer: 'cus_1',
      payment_method: 'pm_1',
    },
    'GET /v1/payment_methods/pm_1': { id: 'pm_1', customer: null },
    'POST /v1/payment_methods/pm_1/attach': { id: 'pm_1', customer: 'cus_1' },
    'POST /v1/customers/cus_1': { id: 'cus_1' },
    'GET /v1/subscriptions': list(),
    'POST /v1/subscriptions': incomplete,
    'POST /v1/invoices/in_2/pay': { id: 'in_2', status: 'paid' },
  }

  test('the card is kept for later, the subscription is made unpaid, and its invoice is paid', async () => {
    const script = { ...setup, 'GET /v1/subscriptions/sub_1': [incomplete, subscription()] }
    await withScript(script, async (met) => {
      const state = await met.provider.subscribe({ ...order, promotionId: 'promo_1' })
      expect(state).toMatchObject({ id: 'sub_1', status: 'active', seats: 10, orderId: 'order-1' })
      const [attach, customer, create, pay, ...more] = changes(met.said)
      expect(more).toEqual([])
      expect(attach).toMatchObject({
        call: 'POST /v1/payment_methods/pm_1/attach',
        params: { customer: 'cus_1' },
      })
      expect(customer?.params).toEqual({ 'invoice_settings[default_payment_method]': 'pm_1' })
      expect(create).toMatchObject({
        call: 'POST /v1/subscriptions',
        key: 'order-1:subscribe',
        params: {
          customer: 'cus_1',
          currency: 'chf',
          'items[0][price]': 'price_team_month_chf',
          'items[0][quantity]': '10',
          'items[1][price]': 'price_extra_ses_chf',
          'items[4][price]': 'price_extra_seal_chf',
          payment_behavior: 'default_incomplete',
          default_payment_method: 'pm_1',
          'discounts[0][promotion_code]': 'promo_1',
          'metadata[order]': 'order-1',
        },
      })
      expect(pay).toMatchObject({
        call: 'POST /v1/invoices/in_2/pay',
        key: 'order-1:subscribe:pay',
        params: { off_session: 'true', payment_method: 'pm_1' },
      })
    })
  })

  test('a payment that the bank wants to be asked for waits, with what the page needs for it', async () => {
    const script = {
      ...setup,
      'GET /v1/subscriptions/sub_1': incomplete,
      'POST /v1/invoices/in_2/pay': refusal(402, {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
      }),
      'GET /v1/invoice_payments': tried('requires_action', null),
    }
    await withScript(script, async (met) => {
      const waiting = { status: 'incomplete', actionSecret: 'pi_2_secret_x', errorCode: null }
      expect(await met.provider.subscribe(order)).toMatchObject(waiting)
    })
  })

  test.each([
    ['was never tried is paid', list(), ['POST /v1/invoices/in_2/pay']],
    ['waits for the bank waits on', tried('requires_action', null), []],
    [
      'the bank has refused may be tried again on the page',
      tried('requires_payment_method', 'payment_intent_authentication_failure'),
      [],
    ],
  ])('of an order that is there already, a payment that %s', async (_, tries, expected) => {
    const script = {
      ...setup,
      'GET /v1/subscriptions': list(incomplete),
      'GET /v1/subscriptions/sub_1': incomplete,
      'GET /v1/invoice_payments': tries,
    }
    await withScript(script, async (met) => {
      expect(await met.provider.subscribe(order)).toMatchObject({ status: 'incomplete' })
      expect(changes(met.said).map(({ call }) => call)).toEqual(expected)
    })
  })

  test('of a payment that is declined nothing is left that could be paid later', async () => {
    const script = {
      ...setup,
      'GET /v1/subscriptions/sub_1': incomplete,
      'POST /v1/invoices/in_2/pay': refusal(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Anna’s card was declined',
      }),
      'POST /v1/invoices/in_2/void': { id: 'in_2' },
      'DELETE /v1/subscriptions/sub_1': { id: 'sub_1' },
    }
    await withScript(script, async (met) => {
      await expect(met.provider.subscribe(order)).rejects.toMatchObject({
        code: 'declined',
        reason: 'HTTP status 402 card_declined insufficient_funds',
      })
      const [voiding, cancel] = changes(met.said).slice(-2)
      expect(voiding?.call).toBe('POST /v1/invoices/in_2/void')
      expect(cancel?.call).toBe('DELETE /v1/subscriptions/sub_1')
    })
  })

  test('an order that was done long ago is found by its id, and not done again', async () => {
    const script = {
      'GET /v1/subscriptions': list(subscription({ id: 'sub_0', metadata: {} }), subscription()),
      'GET /v1/subscriptions/sub_1': subscription(),
    }
    await withScript(script, async (met) => {
      expect(await met.provider.subscribe(order)).toMatchObject({ id: 'sub_1', status: 'active' })
      expect(changes(met.said)).toEqual([])
    })
  })

  test.each([
    ['another customer’s', { customer: 'cus_2' }, 'conflict'],
    ['one that waits for the bank', { status: 'requires_action' }, 'authentication_required'],
    ['one that failed', { status: 'requires_payment_method', payment_method: null }, 'declined'],
  ])('with a setup intent that is %s nothing is bought', async (_what, other, code) => {
    const made = { ...setup['GET /v1/setup_intents/seti_1'], ...other }
    await withScript({ ...setup, 'GET /v1/setup_intents/seti_1': made }, async (met) => {
      await expect(met.provider.subscribe(order)).rejects.toMatchObject({ code })
      expect(changes(met.said)).toEqual([])
    })
  })

  test('with what the browser gives in place of a setup intent no other record is asked for', async () => {
    await withScript(setup, async (met) => {
      for (const setupReference of ['seti_1/../../customers/cus_2', 'pi_1', ''])
        await expect(met.provider.subscribe({ ...order, setupReference })).rejects.toMatchObject({
          code: 'conflict',
        })
      expect(JSON.stringify(met.said)).not.toMatch(/cus_2|pi_1/)
      expect(changes(met.said)).toEqual([])
    })
  })
})

describe('seats', () => {
  const withPrices = { 'GET /v1/prices': prices, 'POST /v1/subscriptions/sub_1': { id: 'sub_1' } }

  test('fewer: the quantity is lowered without proration, and what is paid for is kept beside it', async () => {
    const script = { ...withPrices, 'GET /v1/subscriptions/sub_1': [subscription(), subscription(), lowered] }
    await withScript(script, async (met) => {
      expect(await met.provider.change({ ...change, seats: 4 })).toMatchObject({ seats: 10, nextSeats: 4 })
      const [update, ...more] = changes(met.said)
      expect(more).toEqual([])
      expect(update?.params).toEqual({
        'items[0][id]': 'si_1',
        'items[0][quantity]': '4',
        proration_behavior: 'none',
        'metadata[entitled_seats]': '10',
        'metadata[entitled_until]': String(end),
      })
    })
  })

  test('what was kept for a period that has ended is void', async () => {
    const old = subscription({
      quantity: 4,
      metadata: { entitled_seats: '10', entitled_until: String(end - 1) },
    })
    const script = { 'GET /v1/customers/cus_1': { id: 'cus_1' }, 'GET /v1/subscriptions': list(old) }
    await withScript({ ...script, 'GET /v1/customers/cus_1/payment_methods': list() }, async (met) => {
      const state = await met.provider.fetchState('cus_1')
      expect(state?.subscriptions).toMatchObject([{ seats: 4, nextSeats: null }])
    })
  })

  test('more than is paid for: first to that without charge, then beyond with it', async () => {
    const raised = subscription({ quantity: 12 })
    const script = { ...withPrices, 'GET /v1/subscriptions/sub_1': [lowered, lowered, raised] }
    await withScript(script, async (met) => {
      expect(await met.provider.change({ ...change, seats: 12 })).toMatchObject({
        seats: 12,
        nextSeats: null,
      })
      const [first, second, ...more] = changes(met.said)
      expect(more).toEqual([])
      expect(first?.params).toMatchObject({
        'items[0][quantity]': '10',
        proration_behavior: 'none',
        'metadata[entitled_seats]': '',
        'metadata[entitled_until]': '',
      })
      expect(second?.params).toEqual({
        'items[0][id]': 'si_1',
        'items[0][price]': 'price_team_month_chf',
        'items[0][quantity]': '12',
        payment_behavior: 'pending_if_incomplete',
        proration_behavior: 'always_invoice',
        proration_date: String(seconds(now)),
      })
      expect(first?.key).not.toBe(second?.key)
    })
  })

  test('what broke off after the first step continues with the second', async () => {
    const between = subscription({ quantity: 10 })
    const raised = subscription({ quantity: 12 })
    const script = { ...withPrices, 'GET /v1/subscriptions/sub_1': [between, between, raised] }
    await withScript(script, async (met) => {
      await met.provider.change({ ...change, seats: 12 })
      expect(changes(met.said).map(({ params }) => params['items[0][quantity]'])).toEqual(['12'])
    })
  })

  test('more that is declined is dropped, and what was asked for before is asked for again', async () => {
    const waiting = subscription({ quantity: 10, latest_invoice: openInvoice, pending_update: pendingTo(12) })
    const script = {
      ...withPrices,
      'GET /v1/subscriptions/sub_1': [lowered, lowered, waiting],
      'GET /v1/invoice_payments': tried('requires_payment_method', 'card_declined'),
      'POST /v1/invoices/in_2/void': { id: 'in_2' },
    }
    await withScript(script, async (met) => {
      const declined = met.provider.change({ ...change, seats: 12 })
      await expect(declined).rejects.toMatchObject({ code: 'declined' })
      const [, , voiding, restore] = changes(met.said)
      expect(voiding?.call).toBe('POST /v1/invoices/in_2/void')
      expect(restore?.params).toMatchObject({
        'items[0][quantity]': '4',
        proration_behavior: 'none',
        'metadata[entitled_seats]': '10',
      })
    })
  })

  test('more that waits for the bank continues waiting, and is not asked for twice', async () => {
    const waiting = subscription({ latest_invoice: openInvoice, pending_update: pendingTo(12) })
    const script = {
      ...withPrices,
      'GET /v1/subscriptions/sub_1': waiting,
      'GET /v1/invoice_payments': tried('requires_action', null),
    }
    await withScript(script, async (met) => {
      const state = await met.provider.change({ ...change, seats: 12 })
      expect(state).toMatchObject({ seats: 10, status: 'active', actionSecret: 'pi_2_secret_x' })
      expect(changes(met.said)).toEqual([])
    })
  })

  test('another wish takes the place of one that waits for the bank', async () => {
    const waiting = subscription({ latest_invoice: openInvoice, pending_update: pendingTo(12) })
    const script = {
      ...withPrices,
      'GET /v1/subscriptions/sub_1': [waiting, subscription(), subscription({ quantity: 11 })],
      'POST /v1/invoices/in_2/void': { id: 'in_2' },
    }
    await withScript(script, async (met) => {
      expect(await met.provider.change({ ...change, seats: 11 })).toMatchObject({ seats: 11 })
      expect(changes(met.said).map(({ call }) => call)).toEqual([
        'POST /v1/invoices/in_2/void',
        'POST /v1/subscriptions/sub_1',
      ])
    })
  })

  test('the preview of more seats asks for the number that was wished: Stripe credits what was charged', async () => {
    const line = (description: string, amount: number, quantity: number) => ({
      description,
      amount,
      quantity,
      period: { start: seconds(now), end },
      parent: { subscription_item_details: { proration: true }, invoice_item_details: null },
      pricing: null,
    })
    const invoice = (total: number, ...lines: object[]) => ({
      currency: 'chf',
      subtotal: total,
      total,
      amount_due: total,
      total_discount_amounts: [],
      total_taxes: [],
      lines: list(...lines),
    })
    const script = {
      ...withPrices,
      'GET /v1/subscriptions/sub_1': lowered,
      'POST /v1/invoices/create_preview': [
        invoice(
          600,
          line('Unused time on 10 × Team', -3000, 10),
          line('Remaining time on 12 × Team', 3600, 12),
        ),
        invoice(14_400),
      ],
    }
    await withScript(script, async (met) => {
      const shown = await met.provider.preview({ ...change, seats: 12 })
      expect(shown).toMatchObject({
        dueToday: { subtotal: 600, total: 600 },
        nextPeriod: { at: new Date(end * 1000), total: 14_400 },
        lines: [
          { description: 'Unused time on 10 × Team', quantity: 10, proration: true },
          { description: 'Remaining time on 12 × Team', quantity: 12 },
        ],
        prorationDate: now,
      })
      const [today, later] = changes(met.said)
      expect(later?.params).toMatchObject({
        subscription: 'sub_1',
        'subscription_details[items][0][quantity]': '12',
        'subscription_details[proration_behavior]': 'none',
      })
      expect(today?.params).toMatchObject({
        'subscription_details[items][0][quantity]': '12',
        'subscription_details[proration_behavior]': 'always_invoice',
        'subscription_details[proration_date]': String(seconds(now)),
      })
    })
  })
})

describe('the preview of a first plan', () => {
  const start = seconds(now)
  const planLine = {
    description: '10 × Team',
    amount: 12_000,
    quantity: 10,
    period: { start, end: end + 86_400 },
    parent: null,
    pricing: { price_details: { price: 'price_team_month_chf' } },
  }
  const metered = { ...planLine, description: 'Signatures', amount: 0, pricing: null }
  const invoice = (discount: number) => ({
    currency: 'chf',
    subtotal: 12_000,
    total: 12_000 - discount,
    amount_due: 12_000 - discount,
    total_discount_amounts: discount > 0 ? [{ amount: discount }] : [],
    total_taxes: [],
    lines: list(metered, planLine),
  })
  const promotion = (duration: string) => ({
    id: 'promo_1',
    code: 'SPRING',
    active: true,
    expires_at: null,
    max_redemptions: null,
    times_redeemed: 0,
    promotion: {
      coupon: { id: 'c', valid: true, percent_off: 25, amount_off: null, currency: null, duration },
    },
  })
  const wish = { ...team, seats: 10, promotionId: 'promo_1', customerId: null, subscriptionId: null }

  test.each([
    ['once', 12_000],
    ['forever', 9000],
  ])('a promotion that holds %s leaves %i for the next period', async (duration, total) => {
    const script = {
      'GET /v1/prices': prices,
      'GET /v1/promotion_codes/promo_1': promotion(duration),
      'POST /v1/invoices/create_preview': [invoice(3000), invoice(0)],
    }
    await withScript(script, async (met) => {
      expect(await met.provider.preview(wish)).toEqual({
        currency: 'CHF',
        dueToday: { subtotal: 12_000, discount: 3000, tax: 0, total: 9000 },
        nextPeriod: { at: new Date((end + 86_400) * 1000), total },
        lines: [
          {
            plan: 'team',
            description: '10 × Team',
            amount: 12_000,
            quantity: 10,
            proration: false,
            startAt: now,
            endAt: new Date((end + 86_400) * 1000),
          },
        ],
        prorationDate: now,
      })
      const [first] = changes(met.said)
      expect(first?.params).toMatchObject({
        currency: 'chf',
        'discounts[0][promotion_code]': 'promo_1',
        'subscription_details[items][0][quantity]': '10',
      })
    })
  })
})

describe('usage', () => {
  const event = {
    id: 'signing-1',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    quality: 'qes',
    currency: 'CHF',
    at: now,
  } as const

  test('one event of the meter for each signature, by its id', async () => {
    const taken = { identifier: 'signing-1', event_name: 'signatures_qes' }
    await withScript({ 'POST /v1/billing/meter_events': taken }, async (met) => {
      await met.provider.recordUsage(event)
      expect(met.said[0]?.params).toEqual({
        event_name: 'signatures_qes',
        identifier: 'signing-1',
        timestamp: String(seconds(now)),
        'payload[stripe_customer_id]': 'cus_1',
        'payload[value]': '1',
      })
    })
  })

  test('one that was taken before is no error', async () => {
    const message = 'An event already exists with identifier signing-1.'
    const duplicate = refusal(400, { type: 'invalid_request_error', message })
    await withScript({ 'POST /v1/billing/meter_events': duplicate }, async (met) => {
      await expect(met.provider.recordUsage(event)).resolves.toBeUndefined()
    })
  })
})
