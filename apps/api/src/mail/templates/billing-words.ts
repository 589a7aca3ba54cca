import type { Language } from '@countersign/contract/values.ts'
import { billingWords as de } from './billing-messages.de.ts'
import { billingWords as en } from './billing-messages.en.ts'
import { billingWords as fr } from './billing-messages.fr.ts'
import { billingWords as it } from './billing-messages.it.ts'
import type { BillingWords } from './billing-wording.ts'

export const billingWords: Readonly<Record<Language, BillingWords>> = { en, de, fr, it }
