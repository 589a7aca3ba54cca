import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { writeWhole } from '../time-stamp-authority/key-store.ts'
import type { Settings as ChargebeeSettings } from './chargebee/keys.ts'
import { openChargebee } from './chargebee/open-chargebee.ts'
import { createPaymentClock } from './clock.ts'
import type { Settings as StripeSettings } from './stripe/keys.ts'
import { openStripe } from './stripe/open-stripe.ts'

/** What the payment providers hand over to the installation. */
export interface PaymentEnrolment {
  stripe: StripeSettings
  chargebee: ChargebeeSettings
}

export interface Payment {
  enrolment: PaymentEnrolment
  close(): Promise<void>
}

/** The payment providers, with a clock of their own that a tester can move on. */
export async function openPayment(given: {
  app: FastifyInstance
  host: string
  url: string
  data: string | undefined
  faults: FaultBoard
  productUrl: string | undefined
  /** 0 for any free one. */
  stripePort: number
}): Promise<Payment> {
  const clock = createPaymentClock()
  const stripe = await openStripe({ ...given, port: given.stripePort, clock })
  const chargebee = await openChargebee({ ...given, port: 0, clock }).catch(async (error: unknown) => {
    await stripe.close()
    throw error
  })
  const enrolment: PaymentEnrolment = { stripe: stripe.settings, chargebee: chargebee.settings }
  if (given.data) writeWhole(join(given.data, 'payment.json'), JSON.stringify(enrolment), 0o600)
  return { enrolment, close: async () => void (await Promise.all([stripe.close(), chargebee.close()])) }
}
