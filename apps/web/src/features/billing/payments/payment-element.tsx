import type { PaymentAction } from '@countersign/contract/billing-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CardEntry } from './confirm-payment.ts'
import { openStripe } from './load-stripe.ts'

interface PaymentElementProps {
  action: PaymentAction
  /** What the provider or the bank says of the card. */
  problem: string | null
  onReady: (entry: CardEntry | null) => void
}

/** The provider's own form: a card number is typed there and never comes to us. */
export function PaymentElement({ action, problem, onReady }: PaymentElementProps) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const tell = useEffectEvent(onReady)
  const locale = i18n.locale as Language
  useEffect(() => {
    let stop = () => {}
    let left = false
    const open = async () => {
      const stripe = await openStripe(action, locale)
      if (left || !place.current) return
      const elements = stripe.elements({
        clientSecret: action.clientSecret ?? '',
        appearance: appearance(),
        locale: locale,
      })
      const element = elements.create('payment')
      element.on('ready', () => setState('ready'))
      element.on('loaderror', () => setState('failed'))
      element.mount(place.current)
      stop = () => element.destroy()
      tell({ stripe, elements })
    }
    open().catch(() => setState('failed'))
    return () => {
      left = true
      tell(null)
      stop()
    }
  }, [action, locale, tries])
  return (
    <div>
      {state === 'loading' && <Skeleton className="h-40" />}
      {state === 'failed' && (
        <Notice
          kind="error"
          action={
            <Button
              type="secondary"
              onClick={() => {
                setState('loading')
                setTries(tries + 1)
              }}
            >
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>The payment form could not be loaded. Check your connection and try again.</Trans>
        </Notice>
      )}
      <div
        ref={place}
        role="group"
        aria-label={t`Card`}
        className={state === 'ready' ? '' : 'h-0 overflow-hidden'}
      />
      {problem !== null && (
        <div className="mt-3">
          <Notice kind="error">{problem}</Notice>
        </div>
      )}
    </div>
  )
}

/** The provider's form in our colours: it is in a frame, and our variables do not reach it. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('sheet'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-secondary'),
      colorDanger: token('error'),
      borderRadius: '8px',
    },
  }
}
