import { paymentFailures } from '#api/platform/metrics/instruments.ts'
import { PaymentFailed, type PaymentProvider } from './port.ts'

/** The same provider, each failed call of which is counted. */
export function countFailures(provider: PaymentProvider): PaymentProvider {
  // There from the start: of the first one Prometheus sees no increase otherwise, and this kind has an alert.
  paymentFailures.inc({ provider: provider.name, failure: 'misconfigured' }, 0)
  return new Proxy(provider, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, given)
        return answer instanceof Promise ? answer.catch(count) : answer
      }
    },
  })
}

function count(error: unknown): never {
  if (error instanceof PaymentFailed) paymentFailures.inc({ provider: error.provider, failure: error.code })
  throw error
}
