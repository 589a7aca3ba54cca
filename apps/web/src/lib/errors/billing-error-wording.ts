import type { MessageDescriptor } from '@lingui/core'

/** The errors of plans and payments: with the words of billing. */
export const billingErrors = {
  'billing.not_configured': /*i18n*/ {
    id: 'error.billing.not_configured',
    message: 'This installation has no billing. Nothing was changed. All features are included.',
  },
  'billing.manual': /*i18n*/ {
    id: 'error.billing.manual',
    message: 'Your business pays by invoice. Nothing was changed. Please contact us to change your plan.',
  },
  'billing.no_subscription': /*i18n*/ {
    id: 'error.billing.no_subscription',
    message: 'Your business has no plan. Nothing was changed. Please choose one first.',
  },
  'billing.trial_over': /*i18n*/ {
    id: 'error.billing.trial_over',
    message: 'Your trial has already ended. You can choose a plan at any time.',
  },
  'billing.stale': /*i18n*/ {
    id: 'error.billing.stale',
    message:
      'The seats or the price have changed in the meantime. Your change was not made. Please check them and try again.',
  },
  'billing.in_progress': /*i18n*/ {
    id: 'error.billing.in_progress',
    message:
      'Another payment is in progress. Nothing more was charged. Please finish it, or try again in a minute.',
  },
  'billing.payment_declined': /*i18n*/ {
    id: 'error.billing.payment_declined',
    message: 'Your bank declined the payment. Nothing was charged. Please use another payment method.',
  },
  'billing.authentication_required': /*i18n*/ {
    id: 'error.billing.authentication_required',
    message:
      'Your bank asks you to confirm the payment. Nothing was charged. Please confirm it, or use another payment method.',
  },
  'billing.provider_unavailable': /*i18n*/ {
    id: 'error.billing.provider_unavailable',
    message:
      'The payment provider isn’t responding. Nothing was charged twice. Please try again in a few minutes.',
  },
  'billing.provider_misconfigured': /*i18n*/ {
    id: 'error.billing.provider_misconfigured',
    message:
      'Payments don’t work at the moment because of a mistake in our settings. Nothing was charged. Please contact us, or try again later.',
  },
  'billing.order_kept': /*i18n*/ {
    id: 'error.billing.order_kept',
    message:
      'Your order hasn’t been accepted yet. We’ve kept it and will try again for a day; after that, nothing is charged. Please check again in a few minutes.',
  },
  'billing.plan_not_sold': /*i18n*/ {
    id: 'error.billing.plan_not_sold',
    message:
      'This plan isn’t available with this billing period or currency. Nothing was charged. Please choose another plan, billing period or currency.',
  },
  'billing.country_without_price': /*i18n*/ {
    id: 'error.billing.country_without_price',
    message: 'We have no price for this country yet. Nothing was charged. Please contact us.',
  },
  'billing.currency_fixed': /*i18n*/ {
    id: 'error.billing.currency_fixed',
    message:
      'The currency of a plan can’t be changed. Nothing was charged. Please choose the currency you’ve paid in so far.',
  },
  'billing.vat_malformed': /*i18n*/ {
    id: 'error.billing.vat_malformed',
    message:
      'This isn’t a valid VAT number for this country. Nothing was changed. Please check it, for example CHE-123.456.789 or DE123456789.',
  },
  'billing.seats_out_of_range': /*i18n*/ {
    id: 'error.billing.seats_out_of_range',
    message:
      'This plan isn’t available with this number of seats. Nothing was charged. Please choose another number or another plan.',
  },
  'billing.seats_in_use': /*i18n*/ {
    id: 'error.billing.seats_in_use',
    message:
      'More seats are in use than you want to keep. Nothing was changed. Please choose who gives up their seat first.',
  },
  'billing.promo_unknown': /*i18n*/ {
    id: 'error.billing.promo_unknown',
    message: 'This promotion code doesn’t exist. Nothing was charged. Please check it.',
  },
  'billing.promo_expired': /*i18n*/ {
    id: 'error.billing.promo_expired',
    message: 'This promotion code has expired. Nothing was charged. Please use another one or none.',
  },
  'billing.promo_used_up': /*i18n*/ {
    id: 'error.billing.promo_used_up',
    message:
      'This promotion code has reached its limit. Nothing was charged. Please use another one or none.',
  },
  'billing.promo_not_for_plan': /*i18n*/ {
    id: 'error.billing.promo_not_for_plan',
    message:
      'This promotion code isn’t for this plan, or your change costs nothing now. Nothing was charged. Please remove the code, or choose another plan or code.',
  },
  'billing.referral_unknown': /*i18n*/ {
    id: 'error.billing.referral_unknown',
    message: 'This referral code doesn’t exist. Nothing was charged. Please check it.',
  },
} satisfies Record<string, MessageDescriptor>
