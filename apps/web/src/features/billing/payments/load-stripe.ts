import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { Stripe } from '@stripe/stripe-js'
import type { Language } from '@countersign/contract/values.ts'

const scripts = new Map<string, Promise<void>>()

/** A script in the place of Stripe's own: the loader uses the `window.Stripe` that it defines. */
function loadScript(address: string): Promise<void> {
  const known = scripts.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      scripts.delete(address)
      script.remove()
      reject(new Error('The script of the payment provider could not be loaded'))
    })
    document.head.append(script)
  })
  scripts.set(address, loading)
  return loading
}

/** Stripe's script comes from Stripe itself, and only once a page takes a payment. */
export async function openStripe(action: PaymentAction, locale: Language): Promise<Stripe> {
  if (action.scriptUrl) await loadScript(action.scriptUrl)
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(action.publishableKey ?? '', { locale })
  if (!stripe) throw new Error('The payment provider has no page for this browser')
  return stripe
}
