import type { Currency } from '@countersign/contract/billing-shapes.ts'
import { useLingui } from '@lingui/react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { describeField, fieldsOf } from '#web/lib/errors/field-errors.ts'
import { previewOrder, type Buyer } from './buyer.ts'
import type { Choice, Priced } from './choice.ts'
import {
  checkForm,
  fieldOfRefusal,
  fieldOrder,
  type Address,
  type FieldCodes,
  type Founding,
  type OrderField,
  type OrderForm,
} from './order-form.ts'

type Errors = Partial<Record<OrderField, string>>

/** What is typed, what is wrong with it, and what it would cost. */
export function useOrderForm(
  buyer: Buyer,
  first: OrderForm,
  currencyOf: (country: string) => Currency | null,
) {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const [form, setForm] = useState(first)
  const [tried, setTried] = useState(false)
  /** A VAT number counts once its field is left: half of one is always wrong. */
  const [vat, setVat] = useState(first.choice.vat)
  const currency = currencyOf(form.choice.country)
  const wanted: Priced = { ...form.choice, postalCode: form.address.postalCode }
  const priced = useDebounced({ ...wanted, vat })
  const preview = usePreview(buyer, priced, currencyOf(priced.country))
  const missing = tried ? checkForm(form, buyer === null) : {}
  const refused = refusalAtField(preview.error, (failure) => describeFailure(failure, i18n))
  const isLatest = preview.isSuccess && !preview.isPlaceholderData
  const errors: Errors = { ...refused, ...wordsOf(missing, (code) => describeField(code, i18n)) }

  /** Answers whether the form may be sent; otherwise the first field that is wrong gets the focus. */
  function check(): boolean {
    setTried(true)
    setVat(form.choice.vat)
    const codes = { ...checkForm(form, buyer === null), ...refused }
    const wrong = fieldOrder.find((field) => codes[field])
    if (!wrong) return true
    // Its error is written first: it is read out with the field.
    window.setTimeout(() => document.querySelector<HTMLElement>(`form [name="${wrong}"]`)?.focus())
    return false
  }

  return {
    form,
    errors,
    currency,
    preview,
    isDirty: form !== first,
    choose: (part: Partial<Choice>) => setForm((old) => ({ ...old, choice: { ...old.choice, ...part } })),
    address: (part: Partial<Address>) => setForm((old) => ({ ...old, address: { ...old.address, ...part } })),
    found: (part: Partial<Founding>) =>
      setForm((old) => ({ ...old, founding: { ...old.founding, ...part } })),
    /** The price that is shown no longer holds: until there is a new one, nothing can be ordered. */
    priceAgain: () => void queries.resetQueries({ queryKey: previewKey }),
    checkVat: () => setVat(form.choice.vat),
    /** What is shown is the price of what would be ordered. */
    isPriced: isLatest && isSame(priced, wanted),
    /** It is on its way, or can't be had: without it nothing is ordered. A refusal of a field is shown by trying. */
    lacksPrice:
      currency !== null &&
      (!isSame(priced, { ...wanted, vat }) ||
        (!isLatest && !(preview.isError && Object.keys(refused).length > 0))),
    isVatAccepted: form.choice.vat.trim() !== '' && form.choice.vat === priced.vat && isLatest,
    check,
  }
}

const isSame = (a: Priced, b: Priced): boolean => JSON.stringify(a) === JSON.stringify(b)

function useDebounced(choice: Priced): Priced {
  const [settled, setSettled] = useState(choice)
  const key = JSON.stringify(choice)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(JSON.parse(key) as Priced), 300)
    return () => window.clearTimeout(timer)
  }, [key])
  return settled
}

const previewKey = ['billing', 'preview'] as const

function usePreview(buyer: Buyer, choice: Priced, currency: Currency | null) {
  return useQuery({
    queryKey: [...previewKey, buyer?.id ?? null, choice, currency],
    enabled: currency !== null,
    retry: false,
    // It can be ordered for an hour.
    refetchInterval: 600_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => previewOrder(buyer, choice, currency ?? 'CHF', signal),
  })
}

function refusalAtField(failure: unknown, words: (failure: unknown) => string): Errors {
  if (!isCallError(failure)) return {}
  const named = Object.keys(fieldsOf(failure))
  const known: Readonly<Record<string, OrderField>> = {
    vat: 'vat',
    country: 'country',
    amountSeats: 'seats',
    promoCode: 'promoCode',
    referralCode: 'referralCode',
  }
  const field =
    fieldOfRefusal(failure.key) ?? named.map((name) => known[name]).find((one) => one !== undefined)
  return field ? { [field]: words(failure) } : {}
}

function wordsOf(codes: FieldCodes, words: (code: NonNullable<FieldCodes[OrderField]>) => string): Errors {
  const said: Errors = {}
  for (const field of fieldOrder) {
    const code = codes[field]
    if (code) said[field] = words(code)
  }
  return said
}
